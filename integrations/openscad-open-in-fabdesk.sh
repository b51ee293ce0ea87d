#!/bin/sh
# Open in Fabdesk: renders an OpenSCAD design and hands it to the Fabdesk that runs.
#
#   openscad-open-in-fabdesk.sh bracket.scad [-D 'width=40' ...]
#
# The STL file is in a folder for this design below ~/Fabdesk. Fabdesk knows the part by its design, so the next call updates
# it. FABDESK_COMMAND and OPENSCAD_COMMAND name the two programs where they are not in the path.
set -eu

design=${1:?usage: $0 DESIGN.scad [options of openscad]}
shift
place=$(cd "$(dirname "$design")" && pwd)/$(basename "$design")
folder=$HOME/Fabdesk/$(printf %s "$place" | cksum | cut -d ' ' -f 1)
mkdir -p "$folder"
part="$folder/$(basename "${design%.scad}").stl"
"${OPENSCAD_COMMAND:-openscad}" -o "$part" "$@" "$design"
# OpenSCAD has no units; designs are in millimetres by convention.
exec "${FABDESK_COMMAND:-fabdesk}" open --unit=mm --source="$place" "$part"

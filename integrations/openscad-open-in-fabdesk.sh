#!/bin/sh
# Open in Fabdesk: renders an OpenSCAD design and hands it to the Fabdesk that runs.
#
#   openscad-open-in-fabdesk.sh bracket.scad [-D 'width=40' ...]
#
# The STL file is beside the design. The next call updates the part on the plate. FABDESK_COMMAND and OPENSCAD_COMMAND
# name the two programs where they are not in the path.
set -eu

design=${1:?usage: $0 DESIGN.scad [options of openscad]}
shift
part="${design%.scad}.stl"
"${OPENSCAD_COMMAND:-openscad}" -o "$part" "$@" "$design"
# OpenSCAD has no units; designs are in millimetres by convention.
exec "${FABDESK_COMMAND:-fabdesk}" open --unit=mm --replace "$part"

"""Open in Fabdesk: the parts of a FreeCAD document, from a button to a price."""

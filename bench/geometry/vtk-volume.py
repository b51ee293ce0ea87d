"""Volume and area with VTK, as its examples do it."""
import os
import sys

from vtkmodules.vtkFiltersCore import vtkMassProperties
from vtkmodules.vtkIOGeometry import vtkOBJReader, vtkSTLReader
from vtkmodules.vtkIOPLY import vtkPLYReader

path = sys.argv[1]
reader = {".stl": vtkSTLReader, ".obj": vtkOBJReader, ".ply": vtkPLYReader}[os.path.splitext(path)[1]]()
reader.SetFileName(path)
mass = vtkMassProperties()
mass.SetInputConnection(reader.GetOutputPort())
mass.Update()
print(mass.GetVolume(), mass.GetSurfaceArea())

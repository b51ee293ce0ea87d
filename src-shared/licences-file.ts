/** The name of the file with the licences of the packages (licences.ts), in the folder of the window. */
export const licencesFile = 'licenses.json';

import { z } from 'zod';
import { sha256Schema } from '../jobs/agreement-schema.ts';

/** Bytes. A picture of 112 pixels has some 6 KB. */
export const largestPicture = 64 * 1024;
/** The most pictures that are read in one call. */
export const mostPictures = 200;

/** A small PNG of a part, base64. */
export const pictureSchema = z.base64().max(Math.ceil(largestPicture / 3) * 4);

/** Pictures by the SHA-256 of the file that they show. */
export const picturesSchema = z.record(sha256Schema, pictureSchema);

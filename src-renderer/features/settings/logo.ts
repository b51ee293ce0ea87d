/** Reads a picture as the logo of quotes. */

/** Pixels: three for each point of the place that a quote has for it (draw-quote.ts). */
const [mostWidth, mostHeight] = [600, 144];
/** As base64; the settings take no more. */
const mostCharacters = 200_000;

/** PNG as base64, small enough for the settings; null if the window cannot show the file. */
export async function logoOf(file: File): Promise<string | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    // A drawing without a size of its own takes the whole place.
    const [width, height] = [image.naturalWidth || mostWidth, image.naturalHeight || mostHeight];
    for (let scale = Math.min(1, mostWidth / width, mostHeight / height); scale > 0.01; scale /= 2) {
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(width * scale));
      canvas.height = Math.max(1, Math.round(height * scale));
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
      const [, png = ''] = canvas.toDataURL('image/png').split(',');
      if (png.length <= mostCharacters) return png;
    }
    return null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

import { sniffImage } from './sniff.ts'

/** 150 CSS pixels wide, as the clients show it (api-contract 4.10). */
const width = 150
/** 50 megapixels: a phone's photograph passes, a decompression bomb does not. */
const mostPixels = 50_000_000
/** Larger files are shown without a preview. In bytes. */
export const largestPictured = 25 * 1024 * 1024

// Loaded at first use: the native library costs 30 MB that a node without uploads never needs.
async function library() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export type Thumbnail = { png: Buffer; width: number; height: number }

/** A PNG preview and the picture's own size as it is seen; null for what cannot be decoded within the limits. */
export async function thumbnail(bytes: Uint8Array): Promise<Thumbnail | null> {
  if (bytes.length > largestPictured) return null
  try {
    const sharp = await library()
    const picture = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
    const seen = await picture.metadata()
    const png = await picture
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .png()
      .toBuffer()
    return { png, width: seen.autoOrient.width, height: seen.autoOrient.height }
  } catch {
    // Whatever is wrong with it, the file itself is kept and can be downloaded.
    return null
  }
}

/** A square PNG of a person, drawn anew from the pixels: nothing else that was in the file survives. Null when it is no picture. */
export async function portrait(bytes: Uint8Array): Promise<Buffer | null> {
  try {
    const sharp = await library()
    return await sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
      .autoOrient()
      .resize(256, 256, { fit: 'cover' })
      .timeout({ seconds: 10 })
      .png()
      .toBuffer()
  } catch {
    return null
  }
}

/** A PNG of at most these pixels with its proportions kept, drawn anew. Null when it is no raster picture. */
export async function withinBox(
  bytes: Uint8Array,
  box: { width: number; height: number },
): Promise<Buffer | null> {
  // The library would read an SVG too, and follow what it names.
  if (!sniffImage(bytes)) return null
  try {
    const sharp = await library()
    return await sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .png()
      .toBuffer()
  } catch {
    return null
  }
}

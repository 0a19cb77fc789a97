import { access } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { TaskRejected } from './protocol.ts'

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file calls itself, no other decoder sees it: SVG, TIFF, PDF and the rest stay closed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

/** A file to read, or bytes that are in memory anyway. */
export type ImageSource = { path: string } | { bytes: Uint8Array }

/** 50 megapixels: a phone's photograph passes. */
const maxPixels = 50_000_000
/** AVIF takes 20 bytes a pixel to decode, five times what the other formats take. */
const maxAvifPixels = 16_000_000

/** 150 CSS pixels wide, as the clients show it (api-contract 4.10). A strip of 20 × 50,000 pixels stays a small file. */
const thumbnailBox = { width: 150, height: 1_500 }

export const renderThumbnail = (source: ImageSource): Promise<Uint8Array> =>
  redrawImage(source, (image) => image.resize({ ...thumbnailBox, fit: 'inside', withoutEnlargement: true }))

/** A square of a person. */
export const renderAvatar = (source: ImageSource): Promise<Uint8Array> =>
  redrawImage(source, (image) => image.resize(256, 256, { fit: 'cover' }))

export const renderFitted = ({
  source,
  box,
}: {
  source: ImageSource
  box: { width: number; height: number }
}): Promise<Uint8Array> =>
  redrawImage(source, (image) => image.resize({ ...box, fit: 'inside', withoutEnlargement: true }))

/** The size as it is seen, from the header alone. `is_decodable` is false past the pixel limits. */
export async function measureImage(source: ImageSource) {
  const metadata = await readHeader(source)
  const { width, height } = metadata.autoOrient
  return { width, height, is_decodable: isWithinLimits(metadata) }
}

/** A PNG drawn from the pixels: nothing else that was in the file survives. */
async function redrawImage(source: ImageSource, resize: (image: Sharp) => Sharp): Promise<Uint8Array> {
  const metadata = await readHeader(source)
  if (!isWithinLimits(metadata))
    throw new TaskRejected(`${metadata.width} × ${metadata.height} ${metadata.format} pixels are too many`)
  return rejectOnError(resize(openImage(source).autoOrient()).png().toBuffer())
}

async function readHeader(source: ImageSource): Promise<Metadata> {
  // A missing file is not the image's fault, but the decoder words both alike.
  if ('path' in source) await access(source.path)
  return rejectOnError(openImage(source, false).metadata())
}

const openImage = (source: ImageSource, limitInputPixels: number | false = maxPixels) =>
  sharp('path' in source ? source.path : source.bytes, {
    limitInputPixels,
    pages: 1,
    failOn: 'error',
  })

const isWithinLimits = ({ width, height, format }: Metadata) =>
  width * height <= (format === 'heif' ? maxAvifPixels : maxPixels)

const rejectOnError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new TaskRejected(error.message)
  })

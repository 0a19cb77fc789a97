import { access } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { TaskRejected } from './protocol.ts'

sharp.cache(false)
sharp.concurrency(1)
// Only these decoders, whatever a file claims to be: SVG, TIFF, PDF and the rest stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

/** A file path, or bytes already in memory. */
export type ImageSource = { path: string } | { bytes: Uint8Array }

/** 50 megapixels: enough for photos from phones. */
const maxPixels = 50_000_000
/** AVIF needs 20 bytes per pixel to decode, five times as much as the other formats. */
const maxAvifPixels = 16_000_000

/** 150 CSS pixels wide, as shown by clients (docs/spec/wire.md#files). A strip of 20 × 50,000 pixels stays a small file. */
const thumbnailBox = { width: 150, height: 1_500 }

export const renderThumbnail = (source: ImageSource): Promise<Uint8Array> =>
  redrawImage(source, (image) => image.resize({ ...thumbnailBox, fit: 'inside', withoutEnlargement: true }))

/** A square avatar. */
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

/** Dimensions as displayed, from the header only. `is_decodable` is false beyond the pixel limits. */
export async function measureImage(source: ImageSource) {
  const metadata = await readHeader(source)
  const { width, height } = metadata.autoOrient
  return { width, height, is_decodable: isWithinLimits(metadata) }
}

/** A PNG drawn from the pixels, so that nothing else in the file survives. */
async function redrawImage(source: ImageSource, resize: (image: Sharp) => Sharp): Promise<Uint8Array> {
  const metadata = await readHeader(source)
  if (!isWithinLimits(metadata))
    throw new TaskRejected(`${metadata.width} × ${metadata.height} ${metadata.format} pixels are too many`)
  return rejectOnError(resize(openImage(source).autoOrient()).png().toBuffer())
}

async function readHeader(source: ImageSource): Promise<Metadata> {
  // A missing file is not the image's fault, but the decoder reports both the same way.
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

/** In pixels. What the server keeps is smaller (docs/spec/wire.md#agents). */
const MAX_SIDE_PX = 512

type CropArea = { x: number; y: number; width: number; height: number }

/** Crops a square out of a picture into a new PNG file. Rejects if the browser can't decode it. */
export async function cropImage(src: string, { x, y, width, height }: CropArea): Promise<File> {
  const picture = new Image()
  picture.src = src
  await picture.decode()
  const canvas = document.createElement('canvas')
  const side = Math.round(Math.min(MAX_SIDE_PX, width))
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser does not support canvas')
  context.drawImage(picture, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be encoded')
  return new File([blob], 'avatar.png', { type: 'image/png' })
}

import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import { AppError, invalid } from '../../http/errors.ts'
import { type ReceivedForm, receiveFile } from '../../http/requests/receive-file.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { renderAvatar } from './redraw-image.ts'
import { sniffImage } from './sniff-content-type.ts'

const maxPictureBytes = 2 * 1024 * 1024

/** Receives a form with an avatar, which is redrawn as a small square PNG. Null if the form has none. */
export async function receiveAvatar(
  context: { sandbox: Sandbox; actor: Actor },
  request: FastifyRequest,
): Promise<ReceivedForm<Uint8Array>> {
  const { file, fields } = await receivePicture(request)
  if (!file) return { file, fields }
  const picture = ['image/png', 'image/jpeg', 'image/gif'].includes(sniffImage(file) ?? '')
    ? await renderAvatar(context, file)
    : null
  if (!picture) throw invalid('files', 'This picture can’t be read. Choose a PNG, JPEG or GIF file')
  return { file: picture, fields }
}

/**
 * The raw bytes of an image in a form. An image that is too large is a 400 here (docs/spec/wire.md#agents), unlike for
 * attachments.
 */
export async function receivePicture(request: FastifyRequest): Promise<ReceivedForm<Buffer>> {
  try {
    return await receiveFile(request, maxPictureBytes, async ({ stream }) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      return bytes.length > maxPictureBytes ? null : bytes
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 413)
      throw invalid('files', 'This picture is larger than 2 MB. Choose a smaller one')
    throw error
  }
}

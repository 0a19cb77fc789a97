import type { FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../errors.ts'

type FileHandler<File> = (part: {
  filename: string
  mimetype: string
  stream: AsyncIterable<Uint8Array>
}) => Promise<File | null>

export type ReceivedForm<File> = { file: File | null; fields: Record<string, string> }

/**
 * Reads a multipart body: streams the first file of the field `files` to `handleFile` and skips others. Small fields may come before
 * or after it. `handleFile` returns null for a file longer than it accepts.
 */
export async function receiveFile<File>(
  request: FastifyRequest,
  max_bytes: number,
  handleFile: FileHandler<File>,
): Promise<ReceivedForm<File>> {
  if (!request.isMultipart())
    throw invalid('files', 'Send the file as multipart/form-data, in the field "files"')
  try {
    return await readForm(request, max_bytes, handleFile)
  } catch (error) {
    // Chromium reads the response only after sending everything, so unread data would hide the error from it.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof AppError) throw error
    const message = error instanceof Error ? error.message : ''
    if (noBoundary.test(message)) throw malformedForm()
    if (!request.raw.complete) throw uploadAborted()
    throw truncatedForm.test(message) ? malformedForm() : error
  }
}

/** The client cancelled or lost its connection: no one receives the response, and nothing failed here. */
const uploadAborted = () => new AppError(400, 'InputException', 'The upload was interrupted')

// @fastify/busboy distinguishes its errors only by message. The second is for a boundary that is too long to search for.
const noBoundary = /^Multipart: Boundary not found$|^The needle cannot/
const truncatedForm = /unexpected end of multipart data$/i

const malformedForm = () =>
  new AppError(
    400,
    'InputException',
    'The form couldn’t be read. Send all of it, with its boundary in the Content-Type header',
  )

async function readForm<File>(
  request: FastifyRequest,
  max_bytes: number,
  handleFile: FileHandler<File>,
): Promise<ReceivedForm<File>> {
  const form: ReceivedForm<File> = { file: null, fields: {} }
  // One byte over the limit is enough to detect a longer file; the rest is discarded.
  const limits = { fileSize: max_bytes + 1, files: 20, fields: 50, parts: 70, fieldSize: 10_000 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else if (form.file !== null || part.fieldname !== 'files') part.file.resume()
    else {
      form.file = await handleFile({ filename: part.filename, mimetype: part.mimetype, stream: part.file })
      if (form.file === null) throw tooLarge(`This file is larger than ${formatMegabytes(max_bytes)}`)
    }
  }
  return form
}

const formatMegabytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`

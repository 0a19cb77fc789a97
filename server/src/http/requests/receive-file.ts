import type { FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../errors.ts'

type FileHandler<File> = (part: {
  filename: string
  mimetype: string
  stream: AsyncIterable<Uint8Array>
}) => Promise<File | null>

export type ReceivedForm<File> = { file: File | null; fields: Record<string, string> }

/**
 * Reads a multipart body: the first file of the field `files` goes through `take` while it arrives, further ones are passed over, and
 * small fields may come before or after it. `take` answers null when the file is longer than it accepts.
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
    // Chromium looks for the answer only when it has sent everything: bytes that nobody reads would keep the refusal from it.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof AppError) throw error
    const message = error instanceof Error ? error.message : ''
    if (noBoundary.test(message)) throw malformedForm()
    if (!request.raw.complete) throw uploadAborted()
    throw truncatedForm.test(message) ? malformedForm() : error
  }
}

/** Somebody thought better of it, or lost the network: nobody is there to be answered, and nothing failed here. */
const uploadAborted = () => new AppError(400, 'InputException', 'The upload was interrupted')

// @fastify/busboy tells its errors apart by their words alone. The second is of a boundary that is too long to be searched for.
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
  // One byte more than allowed is enough to know; the rest of a longer file goes nowhere.
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

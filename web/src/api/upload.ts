import { Media, uploadMedia } from '@parley/contract/messages/media'
import { z } from 'zod'
import { readCookie } from '../lib/browser/cookie.ts'
import { i18n } from '../lib/i18n.ts'
import { ApiError } from './api-error.ts'
import { apiErrorFromFailure, apiErrorFromResponse } from './to-api-error.ts'

const Envelope = z.object({ data: Media })

/**
 * Uploads a file for a message. Uses XMLHttpRequest because fetch doesn't report upload progress. `onProgress` gets 0
 * to 1. Throws ApiError, or the abort reason when `signal` fired.
 */
export function upload(
  file: File,
  {
    inline,
    onProgress,
    signal,
  }: { inline: boolean; onProgress: (done: number) => void; signal: AbortSignal },
): Promise<Media> {
  const body = new FormData()
  // Fields before the file: a streaming server needs them before the bytes.
  body.append('inline', String(inline))
  body.append('linked_model', 'messages')
  body.append('files', file, file.name)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const rejectAsLost = () =>
      reject(apiErrorFromFailure(new TypeError('Failed to upload'), true, failureMessages()))
    request.open(uploadMedia.method, uploadMedia.path)
    request.setRequestHeader('accept', 'application/json')
    const csrf = readCookie('csrf_token')
    if (csrf) request.setRequestHeader('X-CSRFTOKEN', csrf)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = rejectAsLost
    request.ontimeout = rejectAsLost
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const responseBody = parseJson(request.responseText)
      if (request.status < 200 || request.status >= 300)
        return reject(apiErrorFromResponse(request.status, responseBody, failureMessages()))
      const media = Envelope.safeParse(responseBody)
      if (media.success) return resolve(media.data.data)
      reject(new ApiError({ status: request.status, message: i18n.t('error.unexpected_answer') }))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const failureMessages = () => ({
  noResponse: i18n.t('error.no_response'),
  requestSetup: i18n.t('error.request_setup'),
  unknown: i18n.t('error.unknown'),
})

import { z } from 'zod'
import { ApiError } from './api-error.ts'

/** The sentences for failures that never reached the server, or came back without one. */
export type FailureMessages = { noResponse: string; requestSetup: string; unknown: string }

const Refusal = z.object({
  message: z.string().min(1),
  error_type: z.string().min(1).optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string().nullish(),
  data: z.unknown().optional(),
})

/** An answer that is not a success: the whole body when it names an error_type, else its message with the HTTP status. */
export function apiErrorFromResponse(status: number, body: unknown, words: FailureMessages): ApiError {
  const refusal = Refusal.safeParse(body).data
  if (!refusal) return new ApiError({ status, message: words.unknown })
  if (refusal.error_type) return new ApiError({ ...refusal, status })
  return new ApiError({ status, message: refusal.message })
}

/** No usable answer: the request could not be made, nothing came back in time, or the connection broke. */
export function apiErrorFromFailure(error: unknown, sent: boolean, words: FailureMessages): ApiError {
  return new ApiError({ status: 0, message: sent ? words.noResponse : words.requestSetup, cause: error })
}

import { z } from 'zod'
import { ApiError } from './api-error.ts'

/** Messages for failures without a response, or with one that has no message. */
export type FailureMessages = { noResponse: string; requestSetup: string; unknown: string }

const Refusal = z.object({
  message: z.string().min(1),
  error_type: z.string().min(1).optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string().nullish(),
  data: z.unknown().optional(),
})

/**
 * For an unsuccessful response: the whole body when it names an error_type, otherwise its message with the HTTP
 * status.
 */
export function apiErrorFromResponse(status: number, body: unknown, messages: FailureMessages): ApiError {
  const refusal = Refusal.safeParse(body).data
  if (!refusal) return new ApiError({ status, message: messages.unknown })
  if (refusal.error_type) return new ApiError({ ...refusal, status })
  return new ApiError({ status, message: refusal.message })
}

/** For a failure without a usable response: the request could not be built, timed out, or the connection broke. */
export function apiErrorFromFailure(error: unknown, sent: boolean, messages: FailureMessages): ApiError {
  return new ApiError({
    status: 0,
    message: sent ? messages.noResponse : messages.requestSetup,
    cause: error,
  })
}

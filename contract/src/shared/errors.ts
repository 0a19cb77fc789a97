import { z } from 'zod'

/** The values of `error_type` in error responses (docs/spec/wire.md#errors). */
export const errorTypes = [
  'InputException',
  'PermissionException',
  'NotFoundException',
  'ConflictException',
  'DataException',
  'NetworkException',
  'UnauthorizedException',
  'GeneralException',
] as const
export type ErrorType = (typeof errorTypes)[number]

/** A validation problem of one field. */
export type FieldProblem = { path: string; message: string }

/** The body of every error response (docs/spec/wire.md#answers, docs/spec/product-decisions.md#refusals). */
export const ErrorBody = z.object({
  status: z.literal('error'),
  message: z.string(),
  data: z.unknown(),
  error_type: z.enum(errorTypes),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

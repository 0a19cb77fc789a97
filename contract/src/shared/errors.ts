import { z } from 'zod'

/** The values of `error_type` in error responses (api-contract 1.3). */
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

/** The body of every error response (api-contract 1.2, product-decisions 4). */
export const ErrorBody = z.object({
  status: z.literal('error'),
  message: z.string(),
  data: z.unknown(),
  error_type: z.enum(errorTypes),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

import type { Endpoint } from '@parley/contract/shared/endpoint'
import { errorStatusesOf } from '../../http/openapi/error-responses.ts'

/** The statuses that the OpenAPI document lists for an endpoint. */
export const documentedStatuses = (e: Endpoint): number[] => [
  200,
  ...Object.keys(e.other_statuses ?? {}).map(Number),
  ...errorStatusesOf(e),
]

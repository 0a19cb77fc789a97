import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { CheckResult } from './system-findings.ts'

const tag = 'system'
export const listCheckResults = endpoint({
  method: 'GET',
  path: '/api/v1/system/checks',
  access: 'general_settings:manage',
  summary: 'List the newest result of every check of the installation',
  tag,
  response: z.array(CheckResult),
})
/** Takes up to half a minute, because it asks DNS and mail servers. */
export const runChecks = endpoint({
  method: 'POST',
  path: '/api/v1/system/checks',
  access: 'general_settings:manage',
  summary: 'Check the installation now',
  tag,
  supports_idempotency_key: false,
  response: z.array(CheckResult),
})

import type { Endpoint } from './endpoint.ts'

/** Fields that change automatically, through use or activity, and therefore cause no edit conflict. */
const agentActivity = [
  'availability_status',
  'updated_at',
  'last_active_at',
  'last_login_at',
  'api_key_last_used_at',
  'invitation',
  'owes_second_factor',
]

/** The objects that have a version, by the path of their GET, with the fields that the version ignores. */
const unversionedFieldsByPath: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/agents/:id': agentActivity,
  '/api/v1/agents/me': agentActivity,
  '/api/v1/ai/budget': [],
  '/api/v1/ai/prompts/:id': [],
  '/api/v1/ai/providers/:id': [],
  '/api/v1/automations/rules/:id': ['evaluated_count', 'matched_count', 'last_matched_at', 'problems'],
  '/api/v1/business-hours/:id': [],
  '/api/v1/contacts/:id': ['last_active_at'],
  '/api/v1/custom-attributes/:id': [],
  '/api/v1/inboxes/:id': ['proposed_authserv_id'],
  '/api/v1/macros/:id': ['usage_count', 'last_used_at'],
  '/api/v1/oidc/:id': [],
  '/api/v1/retention/rules/:id': [],
  '/api/v1/roles/:id': [],
  '/api/v1/settings/general': ['app.version', 'app.restart_required', 'app.ai', 'app.update'],
  '/api/v1/settings/notifications/email': [],
  '/api/v1/settings/notifications/kinds': [],
  '/api/v1/sla/:id': [],
  '/api/v1/statuses/:id': [],
  '/api/v1/system/alerts/settings': ['problem'],
  '/api/v1/system/backups/schedule': [],
  '/api/v1/tags/:id': [],
  '/api/v1/teams/:id': [],
  '/api/v1/templates/:id': [],
  '/api/v1/views/:id': [],
  '/api/v1/views/me/:id': [],
  '/api/v1/webhooks/:id': ['last_delivered_at', 'failing_since', 'last_failure'],
}

type Operation = Pick<Endpoint, 'method' | 'path'>

/** The path of the versioned object that a call reads or writes; null if it has no version. */
function findVersionedPath({ method, path }: Operation): string | null {
  if (path in unversionedFieldsByPath && method !== 'POST') return path
  if (method === 'POST') return `${path}/:id` in unversionedFieldsByPath ? `${path}/:id` : null
  const owner = method === 'PUT' ? path.replace(/\/(toggle|block|reset|preferences)$/, '') : path
  return owner in unversionedFieldsByPath ? owner : null
}

/** Whether the response includes the object's version as an ETag. */
export const returnsEtag = (e: Operation): boolean => findVersionedPath(e) !== null && e.method !== 'DELETE'

/** Whether the call can be made conditional on the version with If-Match. */
export const acceptsIfMatch = (e: Operation): boolean =>
  findVersionedPath(e) !== null && (e.method === 'PUT' || e.method === 'DELETE')

/** The fields of an object that its version is computed from. */
export function versionedFields(e: Operation, object: object): [string, unknown][] {
  const ignored = unversionedFieldsByPath[findVersionedPath(e) ?? ''] ?? []
  return Object.entries(object).filter(([name, value]) => value !== undefined && !ignored.includes(name))
}

import type { Notification } from '@parley/contract/notifications/notification-centre'
import type { NotificationRow } from '../centre/list-notifications.ts'

/** What the service worker shows (web/public/push-worker.js). */
export type PushPayload = {
  title: string
  body: string
  /** The page that a click opens. */
  path: string
  /** A newer message with the same tag replaces the older one. */
  tag: string
}

type Options = { texts: Record<string, string>; site_name: string; preview: boolean }

/**
 * Without `preview`, it says only what happened and where: no names of customers, no subject, no text. Push services
 * can't read it either way, because it is encrypted, but a locked screen shows it.
 */
export function pushPayload(row: NotificationRow, { texts, site_name, preview }: Options): PushPayload {
  const sentence = fill(texts[sentenceKey(row, preview)] ?? '', {
    actor: row.actor_name ?? '',
    number: row.reference_number ?? '',
    count: String(row.conversation_count),
    rating: String((row.data as { rating?: number }).rating ?? ''), // written by addToCentre
  })
  const text = row.kind === 'mention' || row.kind === 'reply' ? row.message_text : null
  const details = [row.subject, text].filter((line) => line).join('\n')
  return {
    title: preview ? sentence : site_name,
    body: preview ? details.slice(0, 300) : sentence,
    path: row.conversation_uuid ? `/inboxes/all/conversation/${row.conversation_uuid}` : '/inboxes/assigned',
    tag: row.uuid,
  }
}

/** Agents may be named, customers only in a preview. */
function sentenceKey(row: NotificationRow, preview: boolean): string {
  if (row.conversation_uuid === null) return 'push.assigned_batch'
  const isNamed = row.actor_name !== null && (preview || row.actor_kind === 'agent')
  const change: Notification['change'] = (row.data as Pick<Notification, 'change'>).change // written by addToCentre
  const kind = row.kind === 'followed' ? `followed.${change}` : row.kind
  return isNamed ? `push.${kind}.named` : `push.${kind}`
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

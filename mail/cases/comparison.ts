/**
 * The shape that every file of `compare/` has. `ok` is the gate of one case; `figures` are counted and printed
 * beside it (for example `strict: false`) and gate only where `targets.ts` names them.
 */
export type Comparison = {
  ok: boolean
  reasons: string[]
  metrics?: Record<string, boolean>
}

/** One entry of a `manifest.json`. What `expect` holds differs per category: its comparison narrows it. */
export type MailCase = {
  id: string
  category: string
  file?: string
  files?: string[]
  level?: unknown
  expect: Record<string, unknown>
  [key: string]: unknown
}

/** `folder` is the category's own folder: a case's files are named relative to it. */
export type Compare = (mailCase: MailCase, folder: string) => Promise<Comparison>

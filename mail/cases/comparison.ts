/**
 * The interface of every file in `compare/`. `ok` decides the case; `metrics` are counted and printed beside it (for
 * example `strict: false`) and decide only where `targets.ts` lists them.
 */
export type Comparison = {
  ok: boolean
  reasons: string[]
  metrics?: Record<string, boolean>
}

/** One entry of a `manifest.json`. `expect` differs per category; the category's comparison narrows it. */
export type MailCase = {
  id: string
  category: string
  file?: string
  files?: string[]
  level?: unknown
  expect: Record<string, unknown>
  [key: string]: unknown
}

/** `folder` is the category's folder; file names of a case are relative to it. */
export type Compare = (mailCase: MailCase, folder: string) => Promise<Comparison>

import { useEffect, useRef, useState } from 'react'
import { clearDraft, type Draft, type DraftKey, emptyDraft, readDraft, saveDraft } from '../lib/drafts.ts'

const SAVE_DELAY_MS = 300

/**
 * Keeps a draft: saved shortly after each change, and at once when the page is hidden. `getCurrent()` returns the
 * draft as of now, saved or not.
 */
export function useDraft(key: DraftKey) {
  const [initial] = useState(() => readDraft(key) ?? emptyDraft)
  const current = useRef(initial)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const [saved, setSaved] = useState<'saved' | 'unsaved' | null>(isEmptyDraft(initial) ? null : 'saved')

  const flush = () => {
    if (timer.current === null) return
    clearTimeout(timer.current)
    timer.current = null
    if (isEmptyDraft(current.current)) {
      clearDraft(key)
      setSaved(null)
    } else setSaved(saveDraft(key, current.current) ? 'saved' : 'unsaved')
  }
  const change = (patch: Partial<Draft>) => {
    current.current = { ...current.current, ...patch }
    timer.current ??= setTimeout(flush, SAVE_DELAY_MS)
  }
  /** Replaces the draft in memory without changing the stored one. */
  const reset = (draft: Draft) => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    current.current = draft
    setSaved(isEmptyDraft(draft) ? null : 'saved')
  }

  // Browsers end pages without unmounting React; pagehide is the last event that all of them send.
  const latestFlush = useRef(flush)
  useEffect(() => {
    latestFlush.current = flush
  })
  useEffect(() => {
    const onHide = () => latestFlush.current()
    flushers.add(onHide)
    addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
      flushers.delete(onHide)
      onHide()
    }
  }, [])

  return { initial, getCurrent: () => current.current, change, flush, reset, saved }
}

const flushers = new Set<() => void>()

/** Saves all drafts on the page, for code that is about to read one. */
export function flushDrafts() {
  for (const flush of flushers) flush()
}

export const isEmptyDraft = ({ html, files, fields, macros }: Draft): boolean =>
  isBlankHtml(html) && files.length === 0 && Object.keys(fields).length === 0 && macros.length === 0

/** Whether it has neither text nor an image. */
export const isBlankHtml = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

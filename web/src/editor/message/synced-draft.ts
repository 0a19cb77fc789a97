import {
  type SentDraft,
  type Draft as ServerDraft,
  Draft as ServerDraftSchema,
} from '@parley/contract/messages/drafts'
import { ApiError, isRefusal } from '../../api/api-error.ts'
import { type Draft, emptyDraft } from '../../lib/drafts.ts'
import type { LocalDraft } from './local-draft.ts'
import { isEmptyDraft, isSameContent, type MessageDraft } from './message-draft.ts'

/** The draft on the server. */
export type DraftServer = {
  key: string
  /** This tab, as it names itself to the server. */
  client_id: string
  save: (
    body: { base_revision: number; keep_replaced: boolean; content: Draft },
    options: { keepalive: boolean; signal: AbortSignal },
  ) => Promise<ServerDraft>
  get: () => Promise<ServerDraft>
  /** Keeps a text that lost a conflict, for recovery. */
  keepVersion: (content: Draft) => Promise<unknown>
  /** Whether the author works in this tab. */
  hasFocus: () => boolean
  /** This tab sent the draft. */
  onSent: () => void
}

const SAVE_DELAY_MS = 1000
const FIRST_RETRY_MS = 3000
const LONGEST_RETRY_MS = 60_000

/**
 * Keeps the local draft and the one on the server in step. One save at a time, each based on the revision that this tab
 * knows. The tab in which the author types wins a conflict; any other one asks, and whatever loses is kept on the server
 * as an older version.
 */
export class SyncedDraft implements MessageDraft {
  readonly key: string
  readonly state: LocalDraft['state']
  readonly getCurrent: () => Draft
  readonly readStored: () => Draft
  readonly #local: LocalDraft
  readonly #server: DraftServer
  /** Whether the author has changed it since this tab opened it. */
  #isEdited = false
  #isSending = false
  /** Its editor is gone. Another one may have opened the draft, so that this one overwrites nothing any more. */
  #isClosed = false
  /** Answers to requests of an earlier generation are ignored. */
  #generation = 0
  #saving: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #retryDelay = FIRST_RETRY_MS
  #replacesUnseen = false
  /** What it conflicts with. */
  #theirs: ServerDraft | null = null
  #knownRevision: number | null = null

  constructor(local: LocalDraft, server: DraftServer) {
    this.#local = local
    this.#server = server
    this.key = server.key
    this.state = local.state
    this.getCurrent = local.getCurrent
    this.readStored = local.readStored
  }

  change = (patch: Partial<Draft>): void => {
    const current = this.getCurrent()
    if (Object.entries(patch).every(([part, value]) => isSame(current[part as keyof Draft], value))) return
    this.#isEdited = true
    this.#local.change(patch)
    // Whoever goes on typing has decided; but what was sent must not silently become a draft again.
    if (this.#theirs?.content) this.keepMine()
    else this.#schedule(SAVE_DELAY_MS)
  }

  flush = (): void => {
    this.#local.flush()
    if (this.#isBeingSent() || !this.#local.getSync().unsaved) return
    this.#cancelTimer()
    this.#schedule(0)
  }

  /** Saves everything at once, before the page may end. */
  flushBeforeLeaving = (): void => {
    this.#local.flush()
    void this.#save(true)
  }

  /** Saves a last time: its editor is gone. */
  close = (): void => {
    this.#isClosed = true
    this.#local.flush()
    void this.#save()
  }

  /** React may run the effects of a mounted component again. */
  reopen = (): void => {
    this.#isClosed = false
  }

  reset = (draft: Draft): void => {
    this.#local.reset(draft)
    if (!this.#isBeingSent() && this.#local.getSync().unsaved) this.#schedule(SAVE_DELAY_MS)
  }

  beginSending = (): SentDraft => {
    this.#startGeneration()
    this.#isSending = true
    const { attempt } = this.getCurrent()
    const sent = { key: this.key, revision: this.#local.getSync().base, attempt: attempt?.key ?? null }
    this.#local.beginSending()
    return sent
  }

  resume = (): void => {
    this.#isSending = false
    this.#local.resume()
    if (this.#local.getSync().unsaved) this.#schedule(SAVE_DELAY_MS)
  }

  clear = (): void => {
    this.#startGeneration()
    this.#isSending = false
    this.#theirs = null
    this.#knownRevision = null
    this.#local.clear()
    this.#isEdited = this.#local.getSync().unsaved
    this.#server.onSent()
  }

  keepMine = (): void => {
    if (this.#theirs) this.#overwrite(this.#theirs, this.#theirs.content !== null)
  }

  useTheirs = (): void => {
    if (this.#theirs) this.#adopt(this.#theirs)
  }

  /** By this editor, or by one of the same conversation that is gone. */
  #isBeingSent(): boolean {
    return this.#isSending || this.#local.isBeingSent()
  }

  /** Compares it with the revision that the server has now; null if it has no such draft. */
  check = async (revision: number | null): Promise<void> => {
    this.#knownRevision = revision
    const { base, unsaved } = this.#local.getSync()
    const isKnown = revision === null ? base === null : base !== null && revision <= base
    if (this.#isBeingSent() || this.#saving || isKnown) return
    // The answer says what is there.
    if (unsaved && !this.#theirs) return this.#save()
    const generation = this.#generation
    const current = await this.#server.get().catch(() => null)
    if (current && generation === this.#generation && !this.#isBeingSent()) this.#receive(current)
  }

  #receive(current: ServerDraft) {
    const { base, unsaved } = this.#local.getSync()
    if (base !== null && current.revision <= base) return
    if (this.#theirs) this.#resolve(current)
    else if (!unsaved && !this.#saving) this.#adopt(current)
  }

  #cancelTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #schedule(delay: number) {
    this.#timer ??= setTimeout(() => void this.#save(), delay)
  }

  #startGeneration() {
    this.#generation += 1
    this.#cancelTimer()
    this.#saving?.abort()
    this.#saving = null
  }

  async #save(keepalive = false): Promise<void> {
    this.#cancelTimer()
    const { base, unsaved } = this.#local.getSync()
    if (this.#isBeingSent() || this.#theirs || this.#saving || !unsaved) return
    const content = this.getCurrent()
    // Typed and removed again before it was ever saved.
    if (base === null && isEmptyDraft(content)) return
    const controller = new AbortController()
    const generation = this.#generation
    this.#saving = controller
    try {
      const saved = await this.#server.save(
        { base_revision: base ?? 0, keep_replaced: this.#replacesUnseen, content },
        { keepalive, signal: controller.signal },
      )
      if (generation === this.#generation) this.#confirm(content, saved.revision)
    } catch (error) {
      if (generation === this.#generation) this.#onFailure(error)
    }
  }

  #confirm(content: Draft, revision: number) {
    this.#saving = null
    this.#retryDelay = FIRST_RETRY_MS
    this.#replacesUnseen = false
    this.#local.confirm(content, revision)
    this.#showSaveState('saved')
    if (this.#local.getSync().unsaved) this.#schedule(SAVE_DELAY_MS)
    else if (!this.#isClosed) void this.check(this.#knownRevision)
  }

  #onFailure(error: unknown) {
    this.#saving = null
    if (this.#isClosed) return
    const current = conflictingDraft(error)
    if (current) return this.#resolve(current)
    this.#showSaveState('local')
    // What was refused is refused again; the next change may not be.
    if (isRefusal(error)) return
    this.#schedule(this.#retryDelay)
    this.#retryDelay = Math.min(this.#retryDelay * 2, LONGEST_RETRY_MS)
  }

  #showSaveState(saveState: 'saved' | 'local') {
    const { saveState: shown } = this.state.get()
    if (shown === null || (saveState === 'local' && shown === 'unsaved')) return
    this.state.set({ ...this.state.get(), saveState })
  }

  /** The server has another revision than the one that the unsaved changes are based on. */
  #resolve(current: ServerDraft) {
    const mine = this.getCurrent()
    if (isSameContent(current.content ?? emptyDraft, mine)) {
      this.#endConflict()
      return this.#local.confirm(mine, current.revision)
    }
    const wasSent = this.#wasSent(current)
    // Nothing there to lose, or an earlier save of this tab whose answer didn't arrive.
    if ((current.content === null && !wasSent) || this.#isOwn(current)) return this.#overwrite(current, false)
    if (!wasSent && this.#isEdited && this.#server.hasFocus()) return this.#overwrite(current, true)
    const isNew = this.#theirs === null
    this.#theirs = current
    this.state.set({ ...this.state.get(), conflict: wasSent ? 'sent' : 'changed' })
    // Whatever the author decides, and even if this tab is killed now.
    if (isNew && !isEmptyDraft(mine)) this.#server.keepVersion(mine).catch(() => {})
  }

  /** Whether what these changes continue was sent. With an unknown base, they may be a new message. */
  #wasSent({ content, sent, sent_attempt }: ServerDraft): boolean {
    if (content !== null || !sent) return false
    const isOwnAttempt = sent_attempt !== null && sent_attempt === this.getCurrent().attempt?.key
    return isOwnAttempt || this.#local.getSync().base !== null
  }

  #isOwn({ client_id }: ServerDraft): boolean {
    return client_id !== '' && client_id === this.#server.client_id
  }

  #overwrite({ revision }: ServerDraft, keepsReplaced: boolean) {
    this.#endConflict()
    this.#replacesUnseen ||= keepsReplaced
    this.#local.rebase(revision)
    void this.#save()
  }

  #endConflict() {
    this.#theirs = null
    if (this.state.get().conflict) this.state.set({ ...this.state.get(), conflict: null })
  }

  #adopt({ content, revision }: ServerDraft) {
    this.#endConflict()
    this.#isEdited = false
    this.#local.adopt(content ?? emptyDraft, revision)
  }
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The current draft that came with a refused save. */
export function conflictingDraft(error: unknown): ServerDraft | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return ServerDraftSchema.safeParse(error.data).data ?? null
}

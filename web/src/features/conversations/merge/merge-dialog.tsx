import { useQuery } from '@tanstack/react-query'
import { ArrowDown, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationQuery } from '../../../api/conversation-queries.ts'
import { fullName } from '../../../format/names.ts'
import type { MergeCandidate } from '../../../lib/merge-request.ts'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx'
import { useChoiceFocus } from '../../../ui/overlays/use-choice-focus.ts'
import { MergeTargetSearch } from './merge-target-search.tsx'
import { useMerge } from './use-merge.ts'

/** Merges one conversation into another that is searched for, or several into one of them. Shows what will happen. */
export function MergeConversationsDialog({
  rows,
  onClose,
  onMerged,
}: {
  rows: readonly MergeCandidate[]
  onClose: () => void
  onMerged: (target: string) => void
}) {
  const { t } = useTranslation()
  const search = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLElement>(null)
  const [targetUuid, setTargetUuid] = useState(rows.length > 1 ? newestOf(rows).uuid : null)
  const loaded = useQuery({ ...conversationQuery(targetUuid ?? ''), enabled: targetUuid !== null })
  const target = rows.find(({ uuid }) => uuid === targetUuid) ?? loaded.data
  const merged = rows.filter(({ uuid }) => uuid !== targetUuid)
  const holdFocus = useChoiceFocus({
    search,
    confirm,
    isChosen: targetUuid !== null,
    canConfirm: target !== undefined,
  })
  const choose = (uuid: string | null) => {
    holdFocus()
    setTargetUuid(uuid)
  }
  const merge = useMerge(({ uuid }) => {
    onMerged(uuid)
    onClose()
  }, 'inline')
  const [first] = rows
  if (!first) return null
  const isSingle = rows.length === 1
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      initialFocus={search}
      title={
        isSingle
          ? t('merges.title', { number: first.reference_number })
          : t('merges.title_many', { count: rows.length })
      }
      description={t(isSingle ? 'merges.text' : 'merges.text_many')}
      footer={
        <>
          <DialogClose render={<Button>{t('ui.cancel')}</Button>} />
          <Button
            ref={confirm}
            variant="primary"
            disabled={!target}
            loading={merge.isPending}
            onClick={() => target && merge.mutate({ uuids: merged.map(({ uuid }) => uuid), target })}
          >
            {t('merges.merge')}
          </Button>
        </>
      }
    >
      {!isSingle && <TargetChoice rows={rows} chosen={targetUuid} onChoose={setTargetUuid} />}
      {isSingle && targetUuid === null && (
        <MergeTargetSearch conversation={first} inputRef={search} onChoose={choose} />
      )}
      {isSingle && targetUuid !== null && (
        <Pair source={first} target={target ?? null} onOther={() => choose(null)} />
      )}
      {target && <Effects merged={merged} target={target} />}
      {loaded.isError && targetUuid !== null && !target && <Failure message={loaded.error.message} />}
      {merge.isError && <Failure message={merge.error.message} />}
    </Dialog>
  )
}

function newestOf(rows: readonly MergeCandidate[]): MergeCandidate {
  return rows.reduce((newest, row) =>
    (row.last_message_at ?? '') > (newest.last_message_at ?? '') ? row : newest,
  )
}

const Failure = ({ message }: { message: string }) => (
  <p role="alert" className="mt-3 text-bad">
    {message}
  </p>
)

function Name({ conversation: c }: { conversation: MergeCandidate }) {
  const { t } = useTranslation()
  return (
    <span className="block min-w-0 flex-1">
      <span dir="auto" className="block truncate font-medium">
        {c.subject || t('conversation.no_subject')}
      </span>
      <span className="block truncate text-xs text-ink-3">
        <span className="tabular-nums">#{c.reference_number}</span> · {fullName(c.contact) || c.contact.email}
      </span>
    </span>
  )
}

/** From the one that is merged to the one that remains. */
function Pair({
  source,
  target,
  onOther,
}: {
  source: MergeCandidate
  target: MergeCandidate | null
  onOther: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className="space-y-1">
      <div className="flex items-center rounded-lg border px-3 py-2 text-ink-2">
        <Name conversation={source} />
      </div>
      <ArrowDown size={14} aria-hidden className="mx-auto text-ink-3" />
      <div className="flex items-center gap-3 rounded-lg border border-accent px-3 py-2">
        {target ? <Name conversation={target} /> : <Skeleton className="h-9 flex-1" />}
        <Button variant="ghost" size="sm" onClick={onOther}>
          {t('merges.other')}
        </Button>
      </div>
    </div>
  )
}

function TargetChoice({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly MergeCandidate[]
  chosen: string | null
  onChoose: (uuid: string) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium text-ink-3">{t('merges.into')}</legend>
      <div className="max-h-64 space-y-1 overflow-y-auto">
        {rows.map((row) => (
          <label
            key={row.uuid}
            className="flex cursor-pointer items-center gap-3 rounded-lg border px-3 py-2 has-checked:border-accent"
          >
            <input
              type="radio"
              name="merge-target"
              checked={row.uuid === chosen}
              onChange={() => onChoose(row.uuid)}
              className="accent-accent"
            />
            <Name conversation={row} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What happens, as short statements; anything unusual first. */
function Effects({ merged, target }: { merged: readonly MergeCandidate[]; target: MergeCandidate }) {
  const { t } = useTranslation()
  const number = target.reference_number
  const isOtherCustomer = merged.some((row) => row.contact.id !== target.contact.id)
  const opens = target.status_category !== 'open' && merged.some((row) => row.status_category === 'open')
  return (
    <div className="mt-4">
      {isOtherCustomer && (
        <p className="mb-2 flex items-start gap-2 text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-0.75 shrink-0" />
          {t('merges.other_customer', { number, name: fullName(target.contact) || target.contact.email })}
        </p>
      )}
      <ul className="list-disc space-y-0.5 pl-5 text-ink-2">
        <li>{t('merges.effect.messages', { number })}</li>
        <li>{t('merges.effect.mail', { number })}</li>
        {opens && <li>{t('merges.effect.opens', { number })}</li>}
        <li>{t('merges.effect.undo')}</li>
      </ul>
    </div>
  )
}

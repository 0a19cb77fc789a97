import type { PausedCopy } from '@parley/contract/settings/settings'
import { goLive } from '@parley/contract/settings/settings-writes'
import { useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fullDateTime } from '../../format/date-time.tsx'
import { may } from '../../session/permissions.ts'
import { configQuery, settingsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Tells everyone that replies wait, because the same workspace may also run elsewhere. */
export function PausedNotice({ copy }: { copy: PausedCopy }) {
  const { t } = useTranslation()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      role="status"
      className="mb-2 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warn-subtle px-3 py-1.5 max-md:mx-2"
    >
      <p className="my-0.5 flex min-w-0 flex-1 basis-64 items-start gap-2 wrap-anywhere">
        <Pause size={16} aria-hidden className="mt-1 shrink-0 text-warn" />
        {copy.moved_to
          ? t('shell.paused.moved', { place: copy.moved_to, time: fullDateTime(copy.since) })
          : t('shell.paused.restored', { time: fullDateTime(copy.backup_of ?? copy.since) })}
      </p>
      {may(me, 'general_settings:manage') && (
        <>
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('shell.paused.make_live')}
          </Button>
          <GoLiveDialog copy={copy} open={isOpen} onOpenChange={setOpen} />
        </>
      )}
    </div>
  )
}

function GoLiveDialog({
  copy,
  open,
  onOpenChange,
}: {
  copy: PausedCopy
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const name = cache.getQueryData(configQuery.queryKey)?.['app.site_name'] || 'Parley'
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim() === name
  const { mutate, isPending } = useApiMutation(() => call(goLive, { body: { since: copy.since } }), {
    successMessage: t('shell.paused.done'),
    onSuccess: () => onOpenChange(false),
    // Also after a refusal: someone else may have made it live.
    onSettled: () => cache.invalidateQueries(settingsQuery),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setTyped('')
        onOpenChange(next)
      }}
      title={t('shell.paused.title')}
      description={
        <div className="flex flex-col gap-3">
          <p>{t('shell.paused.explanation')}</p>
          {copy.backup_of && <p>{t('shell.paused.sent_again')}</p>}
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (isConfirmed) mutate()
            }}
          >
            <Field label={t('shell.paused.confirm_label', { name })}>
              <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
            </Field>
          </form>
        </div>
      }
      confirmLabel={t('shell.paused.confirm')}
      onConfirm={() => mutate()}
      busy={isPending}
      disabled={!isConfirmed}
    />
  )
}

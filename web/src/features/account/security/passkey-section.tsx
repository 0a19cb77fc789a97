import { type Passkey, removePasskey, renamePasskey } from '@parley/contract/auth/passkeys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { TextField } from '../../../forms/fields/fields.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { toast } from '../../../lib/toast.ts'
import { usePasskeysSupported } from '../../../session/use-passkeys-supported.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { passkeysQuery } from './security-queries.ts'

type DialogState = { what: 'rename' | 'remove'; passkey: Passkey } | { what: 'add' } | null

/** The agent's passkeys, each with the name that they gave it. */
export function PasskeySection() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const query = useQuery(passkeysQuery)
  const isSupported = usePasskeysSupported()
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  if (query.isPending) return <Skeleton className="h-7 w-40" />
  if (!query.data)
    return (
      <ErrorState
        title={t('account.passkeys.failed')}
        message={query.error?.message}
        onRetry={() => void query.refetch()}
      />
    )
  const remove = (passkey: Passkey) => async (password: string) => {
    await call(removePasskey, { params: { uuid: passkey.uuid }, body: { password } })
    close()
    toast.success(t('account.passkeys.removed'))
    await cache.invalidateQueries({ queryKey: queryKeys.my_second_factor })
  }
  return (
    <>
      {query.data.length > 0 ? (
        <ul aria-label={t('account.passkeys')} className="border-t">
          {query.data.map((passkey) => (
            <PasskeyRow
              key={passkey.uuid}
              passkey={passkey}
              onRename={() => setDialog({ what: 'rename', passkey })}
              onRemove={() => setDialog({ what: 'remove', passkey })}
            />
          ))}
        </ul>
      ) : (
        isSupported && <p className="text-ink-2">{t('account.passkeys.none')}</p>
      )}
      {isSupported ? (
        <Button className="mt-3" onClick={() => setDialog({ what: 'add' })}>
          {t('account.passkeys.add')}
        </Button>
      ) : (
        <p className="mt-3 text-ink-2 first:mt-0">{t('account.passkeys.unsupported')}</p>
      )}
      {dialog?.what === 'add' && <AddPasskey onClose={close} />}
      {dialog?.what === 'rename' && <RenameDialog passkey={dialog.passkey} onClose={close} />}
      {dialog?.what === 'remove' && (
        <PasswordPrompt
          title={t('account.passkeys.remove.title', { name: dialog.passkey.name })}
          confirmLabel={t('account.passkeys.remove')}
          description={t('account.passkeys.remove.text')}
          submit={remove(dialog.passkey)}
          onClose={close}
        />
      )}
    </>
  )
}

function PasskeyRow({
  passkey: { name, created_at, last_used_at },
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 border-b py-2">
      <Fingerprint size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-40 flex-1">
        <div className="truncate font-medium">{name}</div>
        <div className="truncate text-xs text-ink-3">
          {t('account.passkeys.created')} <RelativeTime at={created_at} /> ·{' '}
          {last_used_at ? (
            <>
              {t('account.passkeys.used')} <RelativeTime at={last_used_at} />
            </>
          ) : (
            t('account.passkeys.never_used')
          )}
        </div>
      </div>
      <span className="flex gap-1">
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('account.passkeys.rename_named', { name })}
          onClick={onRename}
        >
          {t('account.passkeys.rename')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('account.passkeys.remove_named', { name })}
          onClick={onRemove}
        >
          {t('account.passkeys.remove')}
        </Button>
      </span>
    </li>
  )
}

const RenameFields = z.object({ name: renamePasskey.body.shape.name })

function RenameDialog({ passkey: { uuid, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: RenameFields,
    values: { name },
    draftKey: `account/passkeys/${uuid}`,
    invalidateKey: queryKeys.my_passkeys,
    successMessage: t('account.passkeys.renamed'),
    save: (body) => call(renamePasskey, { params: { uuid }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('account.passkeys.rename.title')}
      submitLabel={t('account.passkeys.rename')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('account.passkeys.name')} autoFocus />
    </FormDialog>
  )
}

import { type Passkey, removePasskey, renamePasskey } from '@parley/contract/passkeys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { TextField } from '../../admin/fields.tsx'
import { FormDialog } from '../../admin/form-dialog.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { RelativeTime } from '../../format/time.tsx'
import { toast } from '../../lib/toast.ts'
import { usePasskeysPossible } from '../../session/use-passkeys-possible.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { passkeysQuery } from './account-queries.ts'
import { AddPasskey } from './add-passkey.tsx'
import { PasswordQuestion } from './password-question.tsx'

type Asked = { what: 'rename' | 'remove'; passkey: Passkey } | { what: 'add' } | null

/** Passkeys of the agent's own, each with the name that they gave it. */
export function PasskeySection() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const query = useQuery(passkeysQuery)
  const possible = usePasskeysPossible()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
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
    await cache.invalidateQueries({ queryKey: keys.my_second_factor })
  }
  return (
    <>
      {query.data.length > 0 ? (
        <ul aria-label={t('account.passkeys')} className="border-t">
          {query.data.map((passkey) => (
            <PasskeyRow
              key={passkey.uuid}
              passkey={passkey}
              onRename={() => setAsked({ what: 'rename', passkey })}
              onRemove={() => setAsked({ what: 'remove', passkey })}
            />
          ))}
        </ul>
      ) : (
        possible && <p className="text-ink-2">{t('account.passkeys.none')}</p>
      )}
      {possible ? (
        <Button className="mt-3" onClick={() => setAsked({ what: 'add' })}>
          {t('account.passkeys.add')}
        </Button>
      ) : (
        <p className="mt-3 text-ink-2 first:mt-0">{t('account.passkeys.unsupported')}</p>
      )}
      {asked?.what === 'add' && <AddPasskey onClose={close} />}
      {asked?.what === 'rename' && <RenameDialog passkey={asked.passkey} onClose={close} />}
      {asked?.what === 'remove' && (
        <PasswordQuestion
          title={t('account.passkeys.remove.title', { name: asked.passkey.name })}
          confirmLabel={t('account.passkeys.remove')}
          description={t('account.passkeys.remove.text')}
          submit={remove(asked.passkey)}
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

const Named = z.object({ name: renamePasskey.body.shape.name })

function RenameDialog({ passkey: { uuid, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: Named,
    values: { name },
    place: `account/passkeys/${uuid}`,
    refresh: keys.my_passkeys,
    said: t('account.passkeys.renamed'),
    save: (body) => call(renamePasskey, { params: { uuid }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      of={form}
      title={t('account.passkeys.rename.title')}
      submitLabel={t('account.passkeys.rename')}
      onClose={onClose}
    >
      <TextField of={form} name="name" label={t('account.passkeys.name')} autoFocus />
    </FormDialog>
  )
}

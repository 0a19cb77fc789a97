import type { Contact } from '@parley/contract/contacts/contacts'
import { confirmationRefusal, eraseContact, previewErasure } from '@parley/contract/privacy/privacy'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { erasureCounts } from '../../admin/erasure-counts.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Dialog, DialogClose } from '../../ui/overlays/dialog.tsx'

/** Previews what an erasure removes, and starts it once the address has been typed. */
export function EraseDialog({
  contact,
  name,
  onClose,
}: {
  contact: Contact
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const params = { id: String(contact.id) }
  const preview = useQuery({
    queryKey: [...queryKeys.erasures, 'preview', contact.id],
    queryFn: ({ signal }) => call(previewErasure, { params, signal }),
    staleTime: 0,
    retry: false,
  })
  const erase = useApiMutation(() => call(eraseContact, { params, body: { confirmation: typed } }), {
    invalidateKey: queryKeys.contactLists,
    successMessage: () => t('erase.started'),
    onSuccess: () => {
      onClose()
      void navigate({ to: '/contacts' })
    },
  })
  const { data } = preview
  const isConfirmed = data !== undefined && confirmationRefusal(typed, data.confirmation) === null
  const counts = data ? erasureCounts(data.counts, t) : []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('erase.title', { name })}
      description={t('erase.text')}
      footer={
        <>
          <DialogClose render={<Button>{t('ui.cancel')}</Button>} />
          <Button
            variant="danger"
            disabled={!isConfirmed}
            loading={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {t('command.contact_erase')}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {preview.isPending && <Skeleton className="h-24 w-full" />}
        {preview.isError && (
          <p role="alert" className="text-bad">
            {preview.error.message}
          </p>
        )}
        {data && (
          <>
            {counts.length === 0 ? (
              <p className="text-ink-2">{t('erase.nothing')}</p>
            ) : (
              <ul className="list-disc space-y-0.5 pl-5 text-ink-2">
                {counts.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            <p className="my-3 text-ink-3">
              {t('erase.more')} {t('erase.warning')}
            </p>
            <Field label={t('erase.confirm', { text: data.confirmation })}>
              <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
            </Field>
          </>
        )}
      </div>
    </Dialog>
  )
}

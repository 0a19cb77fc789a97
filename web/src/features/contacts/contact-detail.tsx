import { blockContact, type Contact } from '@parley/contract/contacts/contacts'
import { exportContact } from '@parley/contract/privacy/privacy'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isForbidden } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { contactQuery } from '../../api/contact-queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { NoAccess } from '../../areas/no-access.tsx'
import { startBuffering } from '../../commands/keystroke-buffer/text-buffer.ts'
import { fullName } from '../../format/names.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { AddressSection } from './address-section.tsx'
import { useContactCommands } from './contact-commands.ts'
import { ContactConversations } from './contact-conversations.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactHeader } from './contact-header.tsx'
import { type NotesHandle, NotesSection } from './notes/notes-section.tsx'
import { useSaveContact } from './use-save-contact.ts'

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'), 'EraseDialog')
const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'), 'MergeDialog')

/** One contact: details, notes and conversations. `children` are rendered below the form. */
export function ContactDetail({ id, children }: { id: number; children?: (contact: Contact) => ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isNumber = !Number.isNaN(id)
  const query = useQuery({ ...contactQuery(id), enabled: isNumber })
  const contact = query.data
  const movedTo = contact && contact.id !== id ? contact.id : null
  // After a merge the old id redirects to the merged contact.
  useEffect(() => {
    if (movedTo !== null)
      void navigate({ to: '/contacts/$contactID', params: { contactID: movedTo }, replace: true })
  }, [movedTo, navigate])

  if (contact) return <LoadedContact contact={contact}>{children?.(contact)}</LoadedContact>
  if (query.isPending && isNumber) return <Loading />
  if (!isNumber || (query.error instanceof ApiError && [400, 404].includes(query.error.status)))
    return (
      <EmptyState heading="h1" icon={UserX} title={t('contacts.gone.title')}>
        {t('contacts.gone.text')}
      </EmptyState>
    )
  if (isForbidden(query.error)) return <NoAccess area={t('contacts.title')} permissions={['contacts:read']} />
  return (
    <ErrorState
      title={t('contacts.contact.error')}
      message={query.error?.message}
      reference={query.error instanceof ApiError ? query.error.request_id : null}
      onRetry={() => void query.refetch()}
    />
  )
}

function LoadedContact({ contact, children }: { contact: Contact; children: ReactNode }) {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const notes = useRef<NotesHandle>(null)
  const [openDialog, setOpenDialog] = useState<'block' | 'merge' | 'erase' | null>(null)
  const block = useSaveContact(
    (enabled: boolean) => call(blockContact, { params: { id: String(contact.id) }, body: { enabled } }),
    {
      successMessage: ({ enabled }) => t(enabled ? 'contacts.unblocked.said' : 'contacts.blocked.said'),
      onSaved: () => setOpenDialog(null),
    },
  )
  const exportData = useApiMutation(() => call(exportContact, { params: { id: String(contact.id) } }), {
    invalidateKey: queryKeys.contactExports,
    successMessage: () => t('contacts.export.started'),
  })
  const name = fullName(contact) || contact.email || t('contacts.nameless')
  const permissions = {
    enabled: contact.enabled,
    write: may(me, 'contacts:write'),
    block: may(me, 'contacts:block'),
    note: may(me, 'contact_notes:write'),
    data: may(me, 'data:manage'),
  }
  useContactCommands(permissions, {
    back: () => void navigate({ to: '/contacts' }),
    // Unblocking needs no confirmation.
    block: () => (contact.enabled ? setOpenDialog('block') : block.mutate(true)),
    merge: () => {
      // Buffer keystrokes for its search, so that they don't trigger shortcuts.
      if (openDialog !== 'merge') startBuffering(performance.now())
      setOpenDialog('merge')
    },
    note: () => notes.current?.write(),
    exportData: () => exportData.mutate(),
    erase: () => setOpenDialog('erase'),
  })
  return (
    <div className="h-full overflow-y-auto">
      <ContactHeader contact={contact} name={name} mayWrite={permissions.write} />
      <div className="mx-auto grid max-w-290 gap-x-10 px-4 pb-20 md:px-7 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <ContactForm key={contact.id} contact={contact} mayWrite={permissions.write} />
          <AddressSection contact={contact} mayWrite={permissions.write} />
          {children}
        </div>
        <div className="min-w-0">
          {may(me, 'contact_notes:read') && (
            <DetailSection title={t('notes.title')}>
              <NotesSection ref={notes} contactId={contact.id} />
            </DetailSection>
          )}
          <DetailSection title={t('contacts.conversations')}>
            <ContactConversations contactId={contact.id} />
          </DetailSection>
        </div>
      </div>
      <ConfirmDialog
        open={openDialog === 'block'}
        onOpenChange={(open) => setOpenDialog(open ? 'block' : null)}
        title={t('contacts.block.title', { name })}
        description={t('contacts.block.text')}
        confirmLabel={t('command.contact_block')}
        busy={block.isPending}
        onConfirm={() => block.mutate(false)}
      />
      {openDialog === 'erase' && (
        <Suspense>
          <EraseDialog contact={contact} name={name} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
      {openDialog === 'merge' && (
        <Suspense>
          <MergeDialog contact={contact} name={name} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
    </div>
  )
}

function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="pt-6">
      <h2 className="mb-2 text-md font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div
      aria-busy
      role="status"
      aria-label={t('contacts.contact.loading')}
      className="space-y-4 px-4 py-6 md:px-7"
    >
      <div className="flex items-center gap-3">
        <Skeleton className="size-9" round />
        <Skeleton className="h-4 w-48" />
      </div>
      <Skeleton className="h-8 w-full max-w-80" />
      <Skeleton className="h-8 w-full max-w-80" />
      <Skeleton className="h-8 w-full max-w-80" />
    </div>
  )
}

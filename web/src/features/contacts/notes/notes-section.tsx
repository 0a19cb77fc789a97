import { lazyPart } from '../../../lib/lazy-part.ts'
import '../../../editor/rich-text.css'
import {
  type ContactNote,
  createContactNote,
  deleteContactNote,
  deleteNoteRefusal,
} from '@parley/contract/contacts/contact-notes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NotebookPen, Trash2 } from 'lucide-react'
import { type Ref, Suspense, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { contactNotesQuery } from '../../../api/contact-queries.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { startBuffering } from '../../../commands/keystroke-buffer/text-buffer.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { fullName, initials } from '../../../format/names.ts'
import { randomId } from '../../../lib/browser/random-id.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

const NoteEditor = lazyPart(() => import('./note-editor.tsx'), 'NoteEditor')

export type NotesHandle = { write: () => void }

/** The notes about a contact, newest first, with an editor for new ones. For the contact's page and the side panel. */
export function NotesSection({ contactId, ref }: { contactId: number; ref?: Ref<NotesHandle> }) {
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  const [writing, setWriting] = useState(false)
  const [deleting, setDeleting] = useState<ContactNote | null>(null)
  const query = useQuery(contactNotesQuery(contactId))
  const write = () => {
    // Buffer keystrokes until the editor has loaded, so that they don't trigger shortcuts.
    if (!writing) startBuffering(performance.now())
    setWriting(true)
  }
  useImperativeHandle(ref, () => ({ write }))

  const queryKey = queryKeys.contactNotes(contactId)
  const add = useApiMutation(
    ({ note, key }: { note: string; key: string }) =>
      call(createContactNote, { params: { id: String(contactId) }, body: { note }, idempotency_key: key }),
    {
      onSuccess: (created) => {
        cache.setQueryData<ContactNote[]>(queryKey, (notes) => [
          created,
          ...(notes ?? []).filter(({ id }) => id !== created.id),
        ])
        setWriting(false)
      },
    },
  )
  const remove = useApiMutation(
    ({ id }: ContactNote) =>
      call(deleteContactNote, { params: { id: String(contactId), note_id: String(id) } }),
    {
      onSuccess: (_answer, { id }) => {
        cache.setQueryData<ContactNote[]>(queryKey, (notes) => notes?.filter((note) => note.id !== id))
        setDeleting(null)
      },
    },
  )
  const asDeleter = { id: me.id, is_admin: me.roles?.includes('Admin') ?? false }
  const mayDelete = (note: ContactNote) =>
    may(me, 'contact_notes:delete') && deleteNoteRefusal(note, asDeleter) === null
  const notes = query.data ?? []

  return (
    <>
      {may(me, 'contact_notes:write') &&
        (writing ? (
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <NoteEditor
              busy={add.isPending}
              onSave={(note) => add.mutate({ note, key: randomId() })}
              onCancel={() => setWriting(false)}
            />
          </Suspense>
        ) : (
          <Button size="sm" onClick={write}>
            <NotebookPen size={14} aria-hidden />
            {t('notes.add')}
          </Button>
        ))}
      {query.isPending && <Skeleton className="mt-3 h-12 w-full" />}
      {query.isError && (
        <p role="alert" className="mt-2 text-bad">
          {query.error.message}
        </p>
      )}
      {query.isSuccess && notes.length === 0 && !writing && (
        <p className="mt-2 text-ink-3">{t('notes.none')}</p>
      )}
      {notes.length > 0 && (
        <ul className="mt-3 space-y-2">
          {notes.map((note) => (
            <Note key={note.id} note={note} onDelete={mayDelete(note) ? () => setDeleting(note) : null} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('notes.delete.title')}
        description={t('notes.delete.text')}
        confirmLabel={t('notes.delete')}
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
      />
    </>
  )
}

function Note({ note, onDelete }: { note: ContactNote; onDelete: (() => void) | null }) {
  const { t } = useTranslation()
  const name = fullName(note)
  return (
    <li className="rounded-lg border border-note-line bg-note px-3 py-2.5">
      <div className="mb-1 flex min-h-6 items-center gap-2 text-xs text-note-ink">
        <Avatar name={name} initials={initials(note)} src={note.avatar_url} size="sm" />
        <span className="truncate font-medium">{name}</span>
        <RelativeTime at={note.created_at} className="tabular-nums" />
        {onDelete && (
          <IconButton label={t('notes.delete')} size="sm" className="ml-auto" onClick={onDelete}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <div
        dir="auto"
        className="rich-text"
        // Sanitised by the server with an allow-list; the CSP allows only our own scripts.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: note.note }}
      />
    </li>
  )
}

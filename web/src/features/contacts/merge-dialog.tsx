import {
  type Contact,
  type ContactHit,
  mergeContact,
  previewMerge,
  searchContacts,
} from '@parley/contract/contacts/contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { takeBufferedKeystrokes } from '../../commands/keystroke-buffer/text-buffer.ts'
import { contactInitials, fullName } from '../../format/names.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { SearchList } from '../../ui/inputs/search-list.tsx'
import { Dialog, DialogClose } from '../../ui/overlays/dialog.tsx'
import { useChoiceFocus } from '../../ui/overlays/use-choice-focus.ts'
import { useSaveContact } from './use-save-contact.ts'

const MIN_QUERY_LENGTH = 3

/** Picks the target contact, previews what will move, and merges. */
export function MergeDialog({
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
  const search = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLElement>(null)
  const [target, setTarget] = useState<ContactHit | null>(null)
  const merge = useSaveContact(
    (into_id: number) => call(mergeContact, { params: { id: String(contact.id) }, body: { into_id } }),
    {
      successMessage: () => t('merge.done'),
      onSaved: (saved) => {
        onClose()
        void navigate({ to: '/contacts/$contactID', params: { contactID: saved.id }, replace: true })
      },
    },
  )
  const preview = useQuery({
    queryKey: queryKeys.mergePreview(contact.id, target?.id ?? 0),
    queryFn: ({ signal }) =>
      call(previewMerge, {
        params: { id: String(contact.id) },
        query: { into_id: String(target?.id ?? 0) },
        signal,
      }),
    enabled: target !== null,
    // The preview must be up to date.
    staleTime: 0,
    retry: false,
  })
  const canMerge = target !== null && preview.isSuccess && !preview.isFetching
  const holdFocus = useChoiceFocus({ search, confirm, isChosen: target !== null, canConfirm: canMerge })
  const choose = (hit: ContactHit | null) => {
    holdFocus()
    setTarget(hit)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      initialFocus={search}
      title={t('merge.title', { name })}
      description={t('merge.text')}
      footer={
        <>
          <DialogClose render={<Button>{t('ui.cancel')}</Button>} />
          <Button
            ref={confirm}
            variant="danger"
            disabled={!canMerge}
            loading={merge.isPending}
            onClick={() => target && merge.mutate(target.id)}
          >
            {t('command.contact_merge_now')}
          </Button>
        </>
      }
    >
      {target ? (
        <>
          <div className="flex items-center gap-3 rounded-lg border px-3 py-2">
            <Person hit={target} />
            <Button variant="ghost" size="sm" onClick={() => choose(null)}>
              {t('merge.other')}
            </Button>
          </div>
          <div className="mt-4" aria-live="polite">
            {preview.isPending && <Skeleton className="h-16 w-full" />}
            {preview.isError && (
              <p role="alert" className="text-bad">
                {preview.error.message}
              </p>
            )}
            {preview.data && (
              <>
                <p className="font-medium">{t('merge.moves', { into: fullName(target) || target.email })}</p>
                <ul className="mt-1 list-disc space-y-0.5 pl-5 text-ink-2">
                  <li>{t('merge.conversations', { count: preview.data.conversations })}</li>
                  {preview.data.unseen_conversations && <li>{t('merge.unseen_conversations')}</li>}
                  {preview.data.notes > 0 && <li>{t('merge.notes', { count: preview.data.notes })}</li>}
                  {preview.data.addresses.length > 0 && (
                    <li className="wrap-anywhere">
                      {t('merge.addresses', {
                        count: preview.data.addresses.length,
                        addresses: preview.data.addresses.join(', '),
                      })}
                    </li>
                  )}
                  {preview.data.filled.length > 0 && (
                    <li>{t('merge.filled', { fields: preview.data.filled.map(readable).join(', ') })}</li>
                  )}
                </ul>
                <p className="mt-3 text-ink-3">{t('merge.warning')}</p>
              </>
            )}
          </div>
        </>
      ) : (
        <TargetSearch except={contact.id} inputRef={search} onChoose={choose} />
      )}
    </Dialog>
  )
}

const readable = (field: string) => field.replaceAll('_', ' ')

function TargetSearch({
  except,
  inputRef,
  onChoose,
}: {
  except: number
  inputRef: React.RefObject<HTMLInputElement | null>
  onChoose: (hit: ContactHit) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const typed = text.trim()
  const debounced = useDebounced(typed)
  const query = useQuery({
    queryKey: queryKeys.contactSearch(debounced),
    queryFn: ({ signal }) => call(searchContacts, { query: { query: debounced }, signal }),
    enabled: debounced.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  })
  const hits =
    debounced.length >= MIN_QUERY_LENGTH ? (query.data ?? []).filter(({ id }) => id !== except) : []
  const isSearched = debounced.length >= MIN_QUERY_LENGTH && query.isSuccess
  return (
    <SearchList
      label={t('merge.search')}
      inputRef={inputRef}
      text={text}
      onText={setText}
      rows={hits}
      isCurrent={isSearched && !query.isPlaceholderData && typed === debounced}
      keyOf={({ id }) => id}
      onChoose={onChoose}
      takeTypedBefore={takeBufferedKeystrokes}
      listLabel={t('merge.found')}
      empty={isSearched ? t('contacts.none_found') : null}
      error={query.error?.message ?? null}
      renderRow={(hit) => <Person hit={hit} />}
    />
  )
}

function Person({ hit }: { hit: ContactHit }) {
  const name = fullName(hit) || hit.email || ''
  return (
    <>
      <Avatar name={name} initials={contactInitials({ first_name: name })} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-3">{hit.email}</span>
      </span>
    </>
  )
}

import {
  type Contact,
  type ContactHit,
  mergeContact,
  previewMerge,
  searchContacts,
} from '@parley/contract/contacts/contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { contactInitials, fullName } from '../../format/names.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Dialog, DialogClose } from '../../ui/overlays/dialog.tsx'
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
            variant="danger"
            disabled={!target || !preview.isSuccess || preview.isFetching}
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
            <Button variant="ghost" size="sm" onClick={() => setTarget(null)}>
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
        <TargetSearch except={contact.id} inputRef={search} onChoose={setTarget} />
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
  const list = useRef<HTMLUListElement>(null)
  const debounced = useDebounced(text.trim())
  const query = useQuery({
    queryKey: queryKeys.contactSearch(debounced),
    queryFn: ({ signal }) => call(searchContacts, { query: { query: debounced }, signal }),
    enabled: debounced.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  })
  const hits =
    debounced.length >= MIN_QUERY_LENGTH ? (query.data ?? []).filter(({ id }) => id !== except) : []
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops: (HTMLElement | null)[] = [
      inputRef.current,
      ...(list.current?.querySelectorAll('button') ?? []),
    ]
    const index = stops.indexOf(event.target instanceof HTMLElement ? event.target : null)
    stops[index + step]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the field and the buttons in it
    <div onKeyDown={onKeyDown}>
      <Input
        ref={inputRef}
        type="search"
        aria-label={t('merge.search')}
        placeholder={t('merge.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        start={<Search size={14} aria-hidden className="shrink-0 text-ink-3" />}
      />
      <div className="mt-2 min-h-24">
        {query.isError && (
          <p role="alert" className="text-bad">
            {query.error.message}
          </p>
        )}
        {debounced.length >= MIN_QUERY_LENGTH && query.isSuccess && hits.length === 0 && (
          <p className="py-2 text-ink-3">{t('contacts.none_found')}</p>
        )}
        <ul ref={list} aria-label={t('merge.found')}>
          {hits.map((hit) => (
            <li key={hit.id}>
              <button
                type="button"
                onClick={() => onChoose(hit)}
                className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
              >
                <Person hit={hit} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
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

import type { ContactHit } from '@parley/contract/contacts/contacts'
import type { FoundConversation, FoundMessage, Piece } from '@parley/contract/search/search'
import { Link } from '@tanstack/react-router'
import { CornerUpLeft, LockKeyhole, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../format/date-time.tsx'
import { contactInitials, fullName, initials } from '../../format/names.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { ARROW_STOP } from './arrow-key-navigation.ts'
import { Highlighted, highlightWords } from './highlight.tsx'

const row =
  'grid w-full grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 rounded-lg px-3 py-2.5 text-left outline-offset-[-2px] transition-colors hover:bg-hover focus-visible:bg-selected'

/** The list in which to open a result: the widest that the reader has. */
function useListType() {
  const me = useMe()
  if (may(me, 'conversations:read_all')) return 'all'
  return may(me, 'conversations:read_assigned') ? 'assigned' : 'unassigned'
}

export function ConversationResult({ hit, onOpen }: { hit: FoundConversation; onOpen: () => void }) {
  const { t } = useTranslation()
  const type = useListType()
  const { contact } = hit
  return (
    <Link to={inboxPath({ type }, hit.uuid)} onClick={onOpen} className={row} {...ARROW_STOP}>
      <Avatar name={fullName(contact)} initials={contactInitials(contact)} src={contact.avatar_url} />
      <span className="min-w-0">
        <FirstLine
          at={hit.last_message_at}
          side={`#${hit.reference_number} · ${hit.inbox_name} · ${hit.status}`}
        >
          {hit.subject.length > 0 ? <Highlighted pieces={hit.subject} /> : t('conversation.no_subject')}
        </FirstLine>
        <span dir="auto" className="block truncate text-ink-2">
          <Highlighted pieces={contact.marked} />
        </span>
      </span>
    </Link>
  )
}

export function MessageResult({ hit, onOpen }: { hit: FoundMessage; onOpen: () => void }) {
  const { t } = useTranslation()
  const type = useListType()
  const name = fullName(hit.sender)
  return (
    <Link
      to={inboxPath({ type }, hit.conversation_uuid)}
      hash={`message-${hit.uuid}`}
      onClick={onOpen}
      className={row}
      {...ARROW_STOP}
    >
      <Avatar
        name={name}
        // Outgoing messages and notes are by agents.
        initials={hit.type === 'outgoing' || hit.private ? initials(hit.sender) : contactInitials(hit.sender)}
        src={hit.sender.avatar_url}
      />
      <span className="min-w-0">
        <FirstLine
          at={hit.created_at}
          side={`#${hit.conversation_reference_number} · ${hit.conversation_subject || t('conversation.no_subject')}`}
        >
          {hit.private ? (
            <LockKeyhole
              size={13}
              role="img"
              aria-label={t('search.note')}
              className="mr-1 inline text-ink-3"
            />
          ) : (
            hit.type === 'outgoing' && (
              <CornerUpLeft
                size={13}
                role="img"
                aria-label={t('conversation.agent_sent')}
                className="mr-1 inline text-ink-3"
              />
            )
          )}
          {name}
          {hit.has_attachments && (
            <Paperclip
              size={13}
              role="img"
              aria-label={t('search.has_files')}
              className="ml-1 inline text-ink-3"
            />
          )}
        </FirstLine>
        <span dir="auto" className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
          <Highlighted pieces={hit.snippet} />
        </span>
        <FoundFiles hit={hit} />
      </span>
    </Link>
  )
}

/** Attachments in which or in whose names the words are; a message may have a hundred. */
function FoundFiles({ hit: { files, file_matches } }: { hit: FoundMessage }) {
  const { t } = useTranslation()
  const named = files.filter(
    (name) => !file_matches.some(({ filename }) => textOf(filename) === textOf(name)),
  )
  const shown = named.slice(0, Math.max(0, FILES_SHOWN - file_matches.length))
  const more = named.length - shown.length
  return (
    <>
      {file_matches.map(({ uuid, filename, excerpt }) => (
        <span key={uuid} className="mt-1 block border-l-2 border-line pl-2 text-ink-2">
          <FileName name={filename} />
          <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
            <Highlighted pieces={excerpt} />
          </span>
        </span>
      ))}
      {named.length > 0 && (
        <span className="mt-0.5 flex flex-wrap gap-x-3 text-ink-2">
          {shown.map((name, index) => (
            <FileName
              // Names never move.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              name={name}
            />
          ))}
          {more > 0 && <span className="text-ink-3">{t('search.more_files', { count: more })}</span>}
        </span>
      )}
    </>
  )
}
const FILES_SHOWN = 3
const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

function FileName({ name }: { name: readonly Piece[] }) {
  return (
    <span className="flex min-w-0 max-w-full items-center gap-1">
      <Paperclip size={13} aria-hidden className="shrink-0 text-ink-3" />
      <span dir="auto" className="truncate">
        <Highlighted pieces={name} />
      </span>
    </span>
  )
}

export function ContactResult({
  hit,
  query,
  onChoose,
}: {
  hit: ContactHit
  query: string
  onChoose: () => void
}) {
  const name = fullName(hit)
  return (
    <button type="button" onClick={onChoose} className={row} {...ARROW_STOP}>
      <Avatar name={name} initials={contactInitials(hit)} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-medium">
          <Highlighted pieces={highlightWords(name || (hit.email ?? ''), query)} />
        </span>
        <span className="block truncate text-ink-2">
          <Highlighted pieces={highlightWords(hit.email ?? '', query)} />
        </span>
      </span>
    </button>
  )
}

function FirstLine({ at, side, children }: { at: string; side: string; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-3">
      <span dir="auto" className="min-w-0 flex-[2] truncate font-medium">
        {children}
      </span>
      <span className="hidden min-w-0 flex-1 truncate text-right text-xs text-ink-3 md:block">{side}</span>
      <RelativeTime at={at} className="shrink-0 text-xs text-ink-3 tabular-nums" />
    </span>
  )
}

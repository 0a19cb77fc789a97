import { type Contact, updateContact } from '@parley/contract/contacts/contacts'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Camera, Ellipsis, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { displayKey, isAvailable } from '../../commands/command.ts'
import { useAllCommands } from '../../commands/command-registry.ts'
import { fullDate } from '../../format/date-time.tsx'
import { contactInitials } from '../../format/names.ts'
import { toast } from '../../lib/toast.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { BlockedBadge } from './blocked-badge.tsx'
import { toPictureFormData } from './contact-form-data.ts'
import { useSaveContact } from './use-save-contact.ts'

const pictureTypes = ['image/png', 'image/jpeg', 'image/gif']
const MAX_PICTURE_BYTES = 2 * 1024 * 1024

/** Name, blocked state and actions. */
export function ContactHeader({
  contact,
  name,
  mayWrite,
}: {
  contact: Contact
  name: string
  mayWrite: boolean
}) {
  const { t } = useTranslation()
  return (
    <header className="sticky top-0 z-10 flex min-h-14 items-center gap-3 border-b bg-surface px-4 py-2 md:px-7">
      <Link
        to="/contacts"
        aria-label={t('command.contact_back')}
        className="-ml-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover"
      >
        <ArrowLeft size={18} aria-hidden />
      </Link>
      <Avatar
        name={name}
        initials={contactInitials({ first_name: name })}
        src={contact.avatar_url}
        size="lg"
      />
      <div className="min-w-0 flex-1">
        <h1 className="flex items-center gap-2 text-md font-semibold">
          <span dir="auto" className="truncate">
            {name}
          </span>
          {!contact.enabled && <BlockedBadge />}
        </h1>
        <p className="truncate text-xs text-ink-3">
          {contact.email}
          {contact.email && ' · '}
          {t('contacts.known_since', { date: fullDate(contact.created_at) })}
        </p>
      </div>
      <Actions contact={contact} mayWrite={mayWrite} />
    </header>
  )
}

function Actions({ contact, mayWrite }: { contact: Contact; mayWrite: boolean }) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const commands = useAllCommands().filter(
    (command) => command.id.startsWith('contact.') && command.id !== 'contact.back' && isAvailable(command),
  )
  const picture = useSaveContact(
    (file: File | null) =>
      call(updateContact, { params: { id: String(contact.id) }, body: toPictureFormData(file) }),
    {
      successMessage: ({ avatar_url }) => t(avatar_url ? 'account.picture.saved' : 'account.picture.removed'),
    },
  )
  const selectPicture = (file: File | undefined) => {
    if (!file) return
    if (!pictureTypes.includes(file.type)) return toast.error(t('account.picture.type'))
    if (file.size > MAX_PICTURE_BYTES) return toast.error(t('contacts.picture.size'))
    picture.mutate(file)
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        onChange={(event) => {
          selectPicture(event.target.files?.[0])
          // Allow choosing the same file again after an error.
          event.target.value = ''
        }}
      />
      <Menu
        align="end"
        className="w-56"
        trigger={
          <IconButton label={t('contacts.more')} size="lg">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {commands.map((command) => {
          const Icon = command.icon
          return (
            <MenuItem
              key={command.id}
              icon={Icon && <Icon size={16} aria-hidden />}
              shortcut={displayKey(command)}
              danger={command.id === 'contact.block' || command.id === 'contact.erase'}
              onClick={() => command.run?.()}
            >
              {t(command.label)}
            </MenuItem>
          )
        })}
        {mayWrite && (
          <MenuItem icon={<Camera size={16} aria-hidden />} onClick={() => picker.current?.click()}>
            {t('account.picture.upload')}
          </MenuItem>
        )}
        {mayWrite && contact.avatar_url && (
          <MenuItem icon={<Trash2 size={16} aria-hidden />} onClick={() => picture.mutate(null)}>
            {t('contacts.picture.remove')}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

import {
  addContactAddress,
  type Contact,
  type ContactAddress,
  makeAddressPrimary,
  removeAddressRefusal,
  removeContactAddress,
} from '@parley/contract/contacts/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, Plus, Star, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormField } from '../../forms/fields/fields.tsx'
import { FormErrors } from '../../forms/form-errors.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts'
import { toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { useSaveContact } from './use-save-contact.ts'

/** All email addresses of a contact; new conversations go to the primary one. */
export function AddressSection({ contact, mayWrite }: { contact: Contact; mayWrite: boolean }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  return (
    <section aria-label={t('contacts.addresses')} className="pt-6">
      <div className="mb-1 flex h-7 items-center justify-between">
        <h2 className="text-md font-semibold">{t('contacts.addresses')}</h2>
        {mayWrite && !adding && (
          <Button variant="ghost" size="sm" onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden />
            {t('contacts.address.add')}
          </Button>
        )}
      </div>
      <ul className="-mx-2">
        {contact.addresses.map((address) => (
          <Address key={address.address} contact={contact} address={address} mayWrite={mayWrite} />
        ))}
      </ul>
      {adding && <AddForm contact={contact} onDone={() => setAdding(false)} />}
    </section>
  )
}

function Address({
  contact,
  address: one,
  mayWrite,
}: {
  contact: Contact
  address: ContactAddress
  mayWrite: boolean
}) {
  const { t } = useTranslation()
  const { address } = one
  const params = { id: String(contact.id), address }
  const promote = useSaveContact(() => call(makeAddressPrimary, { params }), {
    successMessage: () => t('contacts.address.promoted'),
  })
  const remove = useSaveContact(() => call(removeContactAddress, { params }), {
    successMessage: () => t('contacts.address.removed'),
  })
  const copy = () =>
    void navigator.clipboard.writeText(address).then(() => toast.success(t('contacts.address.copied')))
  return (
    <li className="flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <span className="min-w-0 flex-1 truncate select-all" title={address}>
        {address}
      </span>
      {one.is_primary && <Badge>{t('contacts.address.primary')}</Badge>}
      <Menu
        align="end"
        className="w-48"
        trigger={
          <IconButton label={t('contacts.address.more', { address })} size="sm">
            <Ellipsis size={14} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Copy size={16} aria-hidden />} onClick={copy}>
          {t('contacts.address.copy')}
        </MenuItem>
        {mayWrite && !one.is_primary && (
          <MenuItem icon={<Star size={16} aria-hidden />} onClick={() => promote.mutate()}>
            {t('contacts.address.promote')}
          </MenuItem>
        )}
        {mayWrite && removeAddressRefusal(one) === null && (
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onClick={() => remove.mutate()}>
            {t('contacts.address.remove')}
          </MenuItem>
        )}
      </Menu>
    </li>
  )
}

function AddForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const form = useEntityForm({
    schema: addContactAddress.body,
    values: { address: '' },
    draftKey: `contacts/${contact.id}/address`,
    invalidateKey: queryKeys.contactLists,
    save: async (body, attempt) => {
      const saved = await call(addContactAddress, { params: { id: String(contact.id) }, body, ...attempt })
      cache.setQueryData(queryKeys.contact(contact.id), saved)
    },
    onSaved: onDone,
  })
  const formRef = useFirstErrorFocus(form)
  const fields = useRef<HTMLDivElement>(null)
  const cancel = () => {
    form.discard()
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="pt-1">
      <div ref={fields}>
        <FormField form={form} name="address" label={t('contacts.address.new')}>
          {(field) => (
            <Input
              {...field}
              type="email"
              // The button that opened it is gone.
              autoFocus
              onKeyDown={(event) => event.key === 'Escape' && cancel()}
            />
          )}
        </FormField>
      </div>
      <FormErrors form={form} fields={fields} />
      <div className="mt-2 flex justify-end gap-2">
        <Button size="sm" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" loading={form.saving}>
          {t('contacts.address.add')}
        </Button>
      </div>
    </form>
  )
}

import { useParams } from '@tanstack/react-router'
import { ContactDetail } from '../../features/contacts/contact-detail.tsx'
import { ContactAttributes } from '../../features/custom-attributes/values/contact-attributes.tsx'

/** One contact. Forms are reset when another contact opens. */
export function ContactPage() {
  const { contactID } = useParams({ from: '/main/contacts/$contactID' })
  return (
    <ContactDetail key={contactID} id={contactID}>
      {({ id, custom_attributes }) => <ContactAttributes id={id} values={custom_attributes ?? {}} />}
    </ContactDetail>
  )
}

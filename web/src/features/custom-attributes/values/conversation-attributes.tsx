import type { Conversation } from '@parley/contract/conversations/conversations'
import { attributeOwners, type CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../../commands/command.ts'
import { useCommands } from '../../../commands/command-registry.ts'
import { storeValue } from '../../../lib/browser/stored-value.ts'
import { customAttributesQuery } from '../../../session/queries.ts'
import { CollapsibleSection } from '../../../ui/layout/collapsible-section.tsx'
import { AttributeList } from './attribute-list.tsx'
import { useSaveAttribute } from './use-save-attribute.ts'

const sectionStorageKey = (owner: CustomAttribute['applies_to']) => `side.attributes.${owner}`

/** Custom attributes of the contact and the conversation, edited in place. */
export function ConversationAttributes({ conversation: c }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const all = useQuery(customAttributesQuery).data ?? []
  const save = useSaveAttribute(c.uuid)
  /** The attribute that a command asked to edit. A new object for each request. */
  const [editRequest, setEditRequest] = useState<{ id: number } | null>(null)
  const edit = (attribute: CustomAttribute) => {
    storeValue(sectionStorageKey(attribute.applies_to), 'true')
    setEditRequest({ id: attribute.id })
  }
  const commands: Command[] = [
    {
      id: 'attributes.edit',
      label: 'command.attributes',
      group: 'commands.group.conversation',
      icon: SlidersHorizontal,
      when: () => all.length > 0,
      children: () =>
        all.map((attribute) => ({
          id: `attributes.edit.${attribute.id}`,
          label: 'command.named',
          labelValues: { name: attribute.name },
          group: `attributes.${attribute.applies_to}`,
          keywords: attribute.key,
          run: () => edit(attribute),
        })),
    },
  ]
  useCommands(commands)
  return attributeOwners.map((owner) => {
    const attributes = all.filter((attribute) => attribute.applies_to === owner)
    if (attributes.length === 0) return null
    return (
      <CollapsibleSection key={owner} storageKey={sectionStorageKey(owner)} title={t(`attributes.${owner}`)}>
        <AttributeList
          // Unsaved input of one conversation must not carry over to the next.
          key={c.uuid}
          attributes={attributes}
          values={owner === 'contact' ? c.contact.custom_attributes : c.custom_attributes}
          save={save}
          editRequest={editRequest}
        />
      </CollapsibleSection>
    )
  })
}

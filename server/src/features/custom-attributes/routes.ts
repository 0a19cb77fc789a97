import * as values from '@parley/contract/custom-attributes/attribute-values'
import * as writes from '@parley/contract/custom-attributes/custom-attribute-writes'
import * as contract from '@parley/contract/custom-attributes/custom-attributes'
import { getVisible, lockVisible } from '../../conversation-access.ts'
import { done, type Routes } from '../../http/route.ts'
import { customAttributeEntity, listCustomAttributes, presentCustomAttribute } from './custom-attributes.ts'
import { assertValidPattern } from './pattern.ts'
import { setContactValues } from './set-contact-values.ts'
import { setConversationValues } from './set-conversation-values.ts'
import { type AttributeValues, replaceAllValues, replaceValue, validateValue } from './validate-values.ts'
import {
  createCustomAttribute,
  deleteCustomAttribute,
  updateCustomAttribute,
} from './write-custom-attribute.ts'

const attribute = customAttributeEntity.versioned(writes.getCustomAttribute, async (tx, id) =>
  presentCustomAttribute(await customAttributeEntity.get(tx.db, id)),
)

export function customAttributeRoutes(routes: Routes): void {
  routes.read(contract.listCustomAttributes, async (db, { query }) => {
    const owner = contract.attributeOwners.find((one) => one === query.applies_to)
    return (await listCustomAttributes(db, owner)).map(presentCustomAttribute)
  })
  routes.read(writes.getCustomAttribute, async (db, { params }) =>
    presentCustomAttribute(await customAttributeEntity.get(db, params.id)),
  )
  routes.write(writes.createCustomAttribute, async (tx, { body }) =>
    presentCustomAttribute(await createCustomAttribute(tx, body)),
  )
  routes.write(
    writes.updateCustomAttribute,
    async (tx, { params, body }) => presentCustomAttribute(await updateCustomAttribute(tx, params.id, body)),
    attribute,
  )
  routes.write(
    writes.deleteCustomAttribute,
    (tx, { params }) => done(deleteCustomAttribute(tx, params.id)),
    attribute,
  )
  routes.read(writes.tryCustomAttribute, async (_db, { body: { text, ...attribute } }) => {
    assertValidPattern(attribute.regex)
    const reading = validateValue({ ...attribute, name: attribute.name || 'The value' }, text)
    return { refusal: 'refusal' in reading ? reading.refusal : null }
  })
  valueRoutes(routes)
}

/** Anyone who sees a conversation may set its attributes and those of its contact (docs/spec/wire.md#changing-a-conversation). */
function valueRoutes(routes: Routes): void {
  routes.write(values.setConversationAttributes, async (tx, { params, body }) =>
    done(
      setConversationValues(tx, await lockVisible(tx, params.uuid), (stored) =>
        replaceAllValues(tx, 'conversation', stored, body),
      ),
    ),
  )
  routes.write(values.setConversationAttribute, async (tx, { params: { uuid, key }, body }) =>
    done(
      setConversationValues(tx, await lockVisible(tx, uuid), (stored) =>
        replaceValue(tx, 'conversation', stored, { key, value: body.value }),
      ),
    ),
  )
  routes.write(values.setConversationContactAttributes, async (tx, { params, body }) => {
    const c = await getVisible(tx.db, tx.actor, params.uuid)
    const next = (stored: AttributeValues) => replaceAllValues(tx, 'contact', stored, body)
    return done(setContactValues(tx, c.contact_id, next, c.id))
  })
  routes.write(values.setConversationContactAttribute, async (tx, { params: { uuid, key }, body }) => {
    const c = await getVisible(tx.db, tx.actor, uuid)
    const next = (stored: AttributeValues) => replaceValue(tx, 'contact', stored, { key, value: body.value })
    return done(setContactValues(tx, c.contact_id, next, c.id))
  })
  routes.write(values.setContactAttribute, (tx, { params: { id, key }, body }) =>
    done(
      setContactValues(tx, id, (stored) => replaceValue(tx, 'contact', stored, { key, value: body.value })),
    ),
  )
}

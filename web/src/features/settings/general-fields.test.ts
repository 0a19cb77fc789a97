import { expect, test } from 'vitest'
import { type GeneralFields, generalSchema, toSettings } from './general-fields.ts'

const fields: GeneralFields = {
  spam_filter: 'move',
  session_lifetime_days: 30,
  site_name: 'Help',
  lang: 'en',
  timezone: 'Europe/Berlin',
  business_hours_id: '3',
  logo_url: '',
  favicon_url: '',
  root_url: 'https://help.example.com',
  require_second_factor: false,
  max_writes_per_minute: 300,
  max_file_upload_size: 20,
  all_types: false,
  extensions: '.PDF, png;docx',
}
const schema = generalSchema(((key: string) => key) as never)

test('every field keeps its name from the contract, and extensions become a list', () => {
  expect(toSettings(fields)).toMatchObject({
    'app.site_name': 'Help',
    'app.business_hours_id': '3',
    'app.allowed_file_upload_extensions': ['.PDF', 'png', 'docx'],
  })
  expect(toSettings({ ...fields, all_types: true })['app.allowed_file_upload_extensions']).toEqual(['*'])
})

test.each([
  [{ extensions: '' }, 'extensions'],
  [{ extensions: 'p/d' }, 'extensions'],
  [{ timezone: 'Nowhere/Else' }, 'timezone'],
  [{ root_url: 'help' }, 'root_url'],
  [{ max_file_upload_size: null }, 'max_file_upload_size'],
  [{ max_writes_per_minute: 29 }, 'max_writes_per_minute'],
])('%j has its error at its field', (change, path) => {
  expect(schema.safeParse({ ...fields, ...change }).error?.issues.map((issue) => issue.path)).toEqual([
    [path],
  ])
})

test('extensions are not validated while all types are allowed', () => {
  expect(schema.safeParse({ ...fields, all_types: true, extensions: 'p/d' }).success).toBe(true)
})

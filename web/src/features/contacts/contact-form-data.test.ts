import { expect, test } from 'vitest'
import { toFormData, toPictureFormData } from './contact-form-data.ts'

test('only changed fields are sent, trimmed', () => {
  expect(Object.fromEntries(toFormData({ first_name: ' Grace ', phone_number: '' }))).toEqual({
    first_name: 'Grace',
    phone_number: '',
  })
})

test('a new picture is sent alone, and null removes the current one', () => {
  const picture = new File(['png'], 'grace.png')
  expect([...toPictureFormData(picture).keys()]).toEqual(['files'])
  expect(Object.fromEntries(toPictureFormData(null))).toEqual({ avatar_url: '' })
})

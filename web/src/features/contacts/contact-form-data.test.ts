import { expect, test } from 'vitest'
import { toFormData, toPictureFormData } from './contact-form-data.ts'

test('only the fields that were changed are sent, without spaces around them', () => {
  expect(Object.fromEntries(toFormData({ first_name: ' Grace ', phone_number: '' }))).toEqual({
    first_name: 'Grace',
    phone_number: '',
  })
})

test('a new picture is sent alone, and none removes the one that is there', () => {
  const picture = new File(['png'], 'grace.png')
  expect([...toPictureFormData(picture).keys()]).toEqual(['files'])
  expect(Object.fromEntries(toPictureFormData(null))).toEqual({ avatar_url: '' })
})

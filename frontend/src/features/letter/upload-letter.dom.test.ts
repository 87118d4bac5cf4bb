import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { server } from '../../testing/server';
import { uploadLetter } from './api';

test('an upload says the letter’s price, and passes on why it is refused', async () => {
  const sentence = 'The price is above the firm’s threshold.';
  let sent: string | undefined;
  server.use(
    http.post('*/property_api/upload_attachment', async ({ request }) => {
      sent = await request.text();
      return HttpResponse.json({ error: sentence, code: 'letter.state_refused', refusals: [sentence] }, { status: 409 });
    }),
  );
  const uploaded = await uploadLetter({
    file: new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }),
    html: '<p>Price: <span data-term="purchase_price">$3,000,000</span></p>',
    missing: [],
    parcelNumber: '1',
    address: '9 Elm',
    projectId: 'p1',
  });
  expect(uploaded).toEqual({ refusal: sentence, kept: false });
  expect(sent).toMatch(/name="purchase_price"\r\n\r\n\$3,000,000\r\n/);
});

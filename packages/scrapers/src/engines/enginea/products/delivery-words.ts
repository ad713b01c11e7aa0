/** Words for delivery, in the languages of the engine's shops. */
const DELIVERY = new RegExp(
  [
    'deliver(?:y|ed)|shipping|ships\\b|get it (?:by|on|tom|today|between)|free (?:by|next|same|\\d|on\\b)|arrives|pick ?up',
    'liefer|versand|zustell|livraison|expédi|envío|envio|entrega|llega|consegn|spedizion|frete|portes',
    'bezorg|verzend|levering|leverans|frakt|fragt|toimitus|toimitet|dostaw|wysył|doprav|doruč|szállít|livrare|transport',
    'доставк|достав|παράδοση|παραδίδ|μεταφορικ|αποστολ|kargo|teslim|توصيل|شحن|משלוח|ارسال',
    '配送|送料|お届け|배송|배달|运费|運費|送货|送貨|จัดส่ง|ส่งฟรี|giao hàng|vận chuyển|pengiriman|ongkir|penghantaran',
    'डिलीवर|शिपिंग|ডেলিভারি|डिलिव्हरी|டெலிவரி|డెలివరీ|dostava|pristatym|piegād|tarne|isporuk',
  ].join('|'),
  'iu',
);

/** Longer lines describe the product. */
const MAX_CHARS = 70;

/** True for a line such as `Free delivery`, `$9.95 delivery`, `Get it by Wed`, `Kostenloser Versand`. */
export const saysDelivery = (text: string): boolean => text.length <= MAX_CHARS && DELIVERY.test(text);

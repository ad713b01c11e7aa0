import { concept, type Concept } from './concept.js';

const OFFERED =
  /Product|Offer|Vehicle|Car|Book|Software|App|Course|Event|Accommodation|House|Residence|Listing|Apartment|Game|Service|Individual|Album|Trip|Movie|Menu/;

/** Goods have a colour and a weight; homes, texts and posts have not. */
const GOODS =
  /^(?!.*(?:RealEstate|Residence|House|Apartment|Article|Posting|Report|Recipe|Hotel|Business|Event|Person)).*$/;

export const COMMERCE_CONCEPTS: readonly Concept[] = [
  concept('price', 'money', {
    names:
      'price|current price|sale price|selling price|cost|amount|product price|offer price|item price|price value|final price|' +
      'discounted price|ticket price|total price|list price usd|our price|deal price|asking price|price amount|unit cost|event price|special price|now price|rent|monthly rent|nightly price|price per night|entry fee|admission|fee|course price|listing price|promo price',
    labels:
      'preis|verkaufspreis|prix|prix de vente|precio|prezzo|preco|prijs|cena|unser preis|aktueller preis|kaufpreis|kaltmiete|miete|loyer',
    paths:
      'offers.price|offers.lowPrice|offers.priceSpecification.price|offers.offers.price|price|lowPrice|priceSpecification.price',
    meta: 'product:price:amount|product:sale_price:amount|og:price:amount|product:price',
    of: OFFERED,
  }),
  concept('currency', 'currency', {
    names:
      'currency|price currency|currency code|offer currency|currency iso|iso currency|currency unit|currency symbol',
    labels: 'wahrung|devise|monnaie|moneda|valuta|moeda|waluta',
    paths:
      'offers.priceCurrency|offers.priceSpecification.priceCurrency|offers.offers.priceCurrency|priceCurrency|baseSalary.currency|estimatedSalary.currency|currency',
    meta: 'product:price:currency|og:price:currency|product:sale_price:currency',
  }),
  concept('listPrice', 'money', {
    names:
      'list price|original price|old price|regular price|was price|msrp|rrp|price before discount|strikethrough price|retail price|' +
      'full price|previous price|base price|crossed out price|compare at price|before price|price original|normal price|undiscounted price|recommended retail price',
    labels:
      'uvp|listenpreis|statt|alter preis|originalpreis|prix conseille|ancien prix|prix barre|precio anterior|precio original|prezzo di listino|prezzo originale|preco original|adviesprijs|oude prijs|cena katalogowa|stara cena|cena regularna',
    paths: 'offers.priceSpecification.price?ListPrice',
    meta: 'product:original_price:amount|product:list_price:amount|og:price:standard_amount',
    of: OFFERED,
  }),
  concept('lowPrice', 'money', {
    names: 'low price|min price|minimum price|lowest price|price from|starting price|price min|price low',
    paths: 'offers.lowPrice|lowPrice|offers.priceSpecification.minPrice',
    of: OFFERED,
  }),
  concept('highPrice', 'money', {
    names: 'high price|max price|maximum price|highest price|price to|price max|price high',
    paths: 'offers.highPrice|highPrice|offers.priceSpecification.maxPrice',
    of: OFFERED,
  }),
  concept('discount', 'text', {
    names:
      'discount|discount percent|discount percentage|savings|you save|percent off|discount amount|saving|price reduction',
    labels:
      'rabatt|ersparnis|sie sparen|remise|reduction|descuento|ahorro|sconto|risparmi|desconto|korting|rabat|znizka',
  }),
  concept('unitPrice', 'money', {
    names: 'unit price|price per unit|price per kg|price per liter|price per 100g|base unit price',
    labels: 'grundpreis|prix au kilo|prix unitaire|precio por unidad|prezzo al kg|cena jednostkowa',
  }),
  concept('priceRange', 'text', {
    names: 'price range|price level|price category|price tier',
    labels: 'preisspanne|gamme de prix|rango de precios|fascia di prezzo',
    paths: 'priceRange',
  }),
  concept('stock', 'stock', {
    names:
      'availability|stock|in stock|stock status|available|is available|is in stock|availability status|stock availability|inventory status|product availability|has stock',
    labels:
      'verfugbarkeit|lieferbar|lagerbestand|disponibilite|disponibilidad|disponibilita|disponibilidade|beschikbaarheid|dostepnosc|auf lager',
    paths: 'offers.availability|offers.offers.availability|availability',
    meta: 'product:availability|og:availability',
    of: OFFERED,
  }),
  concept('soldOut', 'stock', {
    names: 'out of stock|sold out|is sold out|is out of stock|unavailable|is unavailable',
    of: OFFERED,
  }),
  concept('stockCount', 'count', {
    names:
      'stock quantity|quantity available|inventory|stock count|inventory level|units left|stock level|quantity in stock|available quantity',
    paths: 'offers.inventoryLevel.value|offers.inventoryLevel',
    of: OFFERED,
  }),
  concept('condition', 'term', {
    names: 'condition|item condition|product condition',
    labels: 'zustand|artikelzustand|etat|estado|condizione|condizioni|staat|stan',
    paths: 'itemCondition|offers.itemCondition',
    meta: 'product:condition',
    of: OFFERED,
  }),
  concept('brand', 'text', {
    names: 'brand|brand name|make|product brand|label brand|maker',
    labels: 'marke|marque|marca|merk|marka',
    paths: 'brand',
    meta: 'product:brand|og:brand',
  }),
  concept('manufacturer', 'text', {
    names: 'manufacturer|producer|manufacturer name|vendor',
    labels: 'hersteller|fabricant|fabricante|produttore|fabrikant|producent',
    paths: 'manufacturer',
    of: GOODS,
  }),
  concept('seller', 'text', {
    names: 'seller display name|seller|seller name|sold by|merchant|retailer|vendor name|shop|store',
    labels: 'verkaufer|verkauf durch|vendu par|vendeur|vendedor|vendido por|venditore|venduto da|verkoper|sprzedawca',
    paths: 'offers.seller|seller',
  }),
  concept('sku', 'text', {
    names:
      'sku|item number|article number|product code|item code|product number|part number|item no|article no|style number|product sku|stock keeping unit|item sku',
    labels:
      'reference produit|reference article|ref produit|artikelnummer|art nr|artikel nr|bestellnummer|referencia|codice|codice prodotto|codigo|artikelcode|kod produktu|numer katalogowy',
    paths: 'sku|offers.sku',
    meta: 'product:retailer_item_id|product:retailer_part_no',
    of: OFFERED,
  }),
  concept('gtin', 'text', {
    names: 'gtin|ean|barcode|upc|gtin13|gtin12|gtin14|gtin8|ean code',
    labels: 'ean code|kod ean',
    paths: 'gtin13|gtin|gtin14|gtin12|gtin8|isbn',
    meta: 'product:ean|product:upc|product:gtin',
    of: OFFERED,
  }),
  concept('mpn', 'text', {
    names: 'mpn|manufacturer part number',
    labels: 'herstellernummer|herstellerartikelnummer',
    paths: 'mpn',
    meta: 'product:mfr_part_no',
    of: OFFERED,
  }),
  concept('model', 'text', {
    names: 'model|model name|model number',
    labels: 'modell|modele|modelo|modello|modelnummer|modellnummer',
    paths: 'model',
    of: GOODS,
  }),
  concept('color', 'text', {
    names: 'color|colour|product color|selected color',
    labels: 'farbe|couleur|coloris|colore|cor|kleur|kolor',
    paths: 'color',
    meta: 'product:color',
    of: GOODS,
  }),
  concept('colors', 'text', { names: 'colors|colours|available colors|color options|colour options', of: GOODS }),
  concept('size', 'text', {
    names: 'size|product size|selected size',
    labels: 'grosse|taille|talla|tamano|taglia|tamanho|maat|rozmiar',
    paths: 'size',
    meta: 'product:size',
    of: GOODS,
  }),
  concept('sizes', 'text', { names: 'sizes|available sizes|size options', of: GOODS }),
  concept('material', 'text', {
    names: 'material|fabric|materials|fabric content|composition',
    labels: 'werkstoff|matiere|materiau|materiaal|materiale|composizione|composicion|sklad|tkanina',
    paths: 'material',
    meta: 'product:material',
    of: GOODS,
  }),
  concept('weight', 'text', {
    names: 'weight|product weight|item weight|net weight',
    labels: 'gewicht|poids|peso|waga',
    paths: 'weight',
    of: GOODS,
  }),
  concept('dimensions', 'text', {
    names: 'dimensions|product dimensions|size dimensions|measurements|item dimensions',
    labels: 'abmessungen|masse|dimension|medidas|dimensioni|dimensoes|afmetingen|wymiary',
    of: GOODS,
  }),
  concept('width', 'text', {
    names: 'width',
    labels: 'breite|largeur|ancho|larghezza|largura|breedte|szerokosc',
    paths: 'width',
    of: GOODS,
  }),
  concept('height', 'text', {
    names: 'height',
    labels: 'hohe|hauteur|alto|altezza|altura|hoogte|wysokosc',
    paths: 'height',
    of: GOODS,
  }),
  concept('depth', 'text', {
    names: 'depth|length',
    labels: 'tiefe|lange|profondeur|longueur|profundidad|profondita|profundidade|diepte|lengte|glebokosc|dlugosc',
    paths: 'depth',
    of: GOODS,
  }),
  concept('features', 'text', {
    names:
      'features|product features|key features|highlights|bullet points|feature bullets|about this item|key points|product highlights|selling points',
    labels:
      'eigenschaften|merkmale|produktmerkmale|caracteristiques|points forts|caracteristicas|caratteristiche|kenmerken|cechy|cechy produktu',
  }),
  concept('warranty', 'text', {
    names: 'warranty|guarantee',
    labels: 'garantie|gewahrleistung|garantia|garanzia|gwarancja',
    of: GOODS,
  }),
  concept('countryOfOrigin', 'text', {
    names: 'country of origin|origin|made in',
    labels:
      'herkunftsland|ursprungsland|pays d origine|pais de origen|paese di origine|pais de origem|land van herkomst|kraj pochodzenia',
    paths: 'countryOfOrigin',
  }),
  concept('shipping', 'text', {
    names: 'shipping|delivery|shipping cost|delivery time|shipping info|delivery cost|shipping price|delivery date',
    labels:
      'versand|lieferzeit|versandkosten|livraison|delai de livraison|envio|gastos de envio|spedizione|frete|entrega|levertijd|verzending|dostawa|czas dostawy',
    paths: 'offers.shippingDetails.shippingRate.value',
    of: GOODS,
  }),
  concept('freeShipping', 'flag', {
    names: 'free shipping|free delivery|has free shipping|is free shipping|has free delivery',
  }),
  concept('onSale', 'flag', { names: 'on sale|is on sale|discounted|is discounted|has discount' }),
];

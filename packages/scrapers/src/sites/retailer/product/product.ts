import type { OperationBody } from '@quarry/contracts';

export type ProductBody = OperationBody<'retailer/product'>;

export type Product = ProductBody['product'];
export type Price = NonNullable<Product['price']>;
export type OtherOffers = NonNullable<Product['otherOffers']>;
export type Offer = NonNullable<OtherOffers['offers']>[number];

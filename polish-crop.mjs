import sharp from 'sharp';
const [,, name, cols='3']=process.argv;
const f=`/tmp/polish-shots/${name}.png`;const m=await sharp(f).metadata();
const n=+cols;const h=Math.ceil(m.height/n);
const parts=[];for(let i=0;i<n;i++){const top=i*h;const hh=Math.min(h,m.height-top);parts.push({input:await sharp(f).extract({left:0,top,width:m.width,height:hh}).toBuffer(),left:i*(m.width+20),top:0});}
await sharp({create:{width:n*(m.width+20),height:h,channels:3,background:'#888'}}).composite(parts).png().toFile(`/tmp/polish-shots/c-${name}.png`);
console.log(m.width,h);
